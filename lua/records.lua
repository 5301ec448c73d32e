-- SPDX-License-Identifier: GPL-3.0-or-later
-- Job records, for the scripts that count attempts: joined between prelude.lua and the script itself.
--
-- `names` is a table with `fields`, the names that the attempts may have (the first is written when none is there), and
-- `maxFields`, those of the job's own maximum.

-- luacheck: ignore 211

-- The attempts of a record, and how to write them: hash field, or the digits inside the JSON text, so that nothing
-- else of the text changes (decoding and encoding again would lose large numbers and empty arrays).
local function readRecord(key, names)
  local held = redis.call('TYPE', key).ok
  if held == 'hash' then
    local all = {}
    for _, name in ipairs(names.fields) do
      all[#all + 1] = name
    end
    for _, name in ipairs(names.maxFields) do
      all[#all + 1] = name
    end
    local values = redis.call('HMGET', key, unpack(all))
    local record = { type = 'hash', key = key, field = names.fields[1] }
    for i = #names.fields, 1, -1 do
      if values[i] then
        record.field, record.attempts = names.fields[i], values[i]
      end
    end
    for i = #all, #names.fields + 1, -1 do
      if values[i] then
        record.max = tonumber(values[i])
      end
    end
    return record
  elseif held == 'string' then
    local text = redis.call('GET', key)
    local ok, json = pcall(cjson.decode, text)
    if not ok or type(json) ~= 'table' then
      return nil
    end
    local record = { type = 'string', key = key, text = text }
    for i = #names.fields, 1, -1 do
      if tonumber(json[names.fields[i]]) then
        record.field, record.attempts = names.fields[i], tostring(json[names.fields[i]])
      end
    end
    for i = #names.maxFields, 1, -1 do
      record.max = tonumber(json[names.maxFields[i]]) or record.max
    end
    return record
  end
  return nil
end

local function writeAttempts(record, value)
  if record.type == 'hash' then
    if value == '' then
      redis.call('HDEL', record.key, record.field)
    else
      redis.call('HSET', record.key, record.field, value)
    end
    return
  end
  if not record.field then
    return
  end
  local start = 1
  local quoted = '"' .. record.field:gsub('%p', '%%%0') .. '"%s*:%s*"?()%-?%d+()'
  while true do
    local _, stop, from, to = record.text:find(quoted, start)
    if not from then
      return
    end
    local changed = record.text:sub(1, from - 1) .. value .. record.text:sub(to)
    local ok, json = pcall(cjson.decode, changed)
    if ok and tonumber(json[record.field]) == tonumber(value) then
      redis.call('SET', record.key, changed, 'KEEPTTL')
      return
    end
    start = stop + 1
  end
end
