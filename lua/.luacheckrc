-- What Redis gives a script, and what prelude.lua and records.lua give those that follow them.
std = "lua51"
read_globals = { "redis", "server", "cjson", "KEYS", "ARGV", "keep", "inChunks", "holdsOther", "forbids", "expiryOf",
  "needsMemory", "largestAnswer", "readRecord", "isUsedUp", "countAttempts" }
max_line_length = 120
