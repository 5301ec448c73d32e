-- What Redis gives a script, and what prelude.lua gives those that follow it.
std = "lua51"
read_globals = { "redis", "cjson", "KEYS", "ARGV", "keep", "inChunks", "holdsOther", "forbids" }
max_line_length = 120
