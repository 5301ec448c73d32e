-- What Redis gives a script, and what prelude.lua, records.lua, moving.lua and jobs.lua give those that follow them.
std = "lua51"
read_globals = { "redis", "server", "cjson", "KEYS", "ARGV", "keep", "inChunks", "holdsOther", "forbids", "forbidsOne",
  "expiryOf", "outline", "timeText", "clock", "pendingEntry", "timeAhead", "expiryBack", "soon", "badScore", "note",
  "largestAnswer", "tooLarge", "readRecord", "readJson", "withAttempts", "isUsedUp", "countAttempts", "attemptsAfter", "attemptsBefore",
  "isRecordAsLeft",
  "source", "guard", "p", "items", "refused", "judge", "settle", "cmsgpack", "byte", "longestRecord", "scanObject",
  "keys", "arguments", "held", "kinds", "refusal", "valueOf", "expiring", "take", "drop", "spend", "isTooLarge",
  "largestJob", "placeOf", "make", "revert", "bytesOf", "eachUntilEnough", "shortPiece", "longPiece", "sub", "membersOf",
  "isTrue", "withMembers", "operate" }
max_line_length = 120
