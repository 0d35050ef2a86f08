import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Loader, LoadResult } from './loader.ts'
import type { Sender } from './seed.ts'

const execFileAsync = promisify(execFile)

/** Writes the request script for wrk and returns a loader that runs it in one thread. */
export async function openWrk(dir: string, origin: string, senders: readonly Sender[]): Promise<Loader> {
  // A run may open several loaders, each with its own senders and script.
  const scriptPath = join(await mkdtemp(join(dir, 'load-')), 'checks.lua')
  await writeFile(scriptPath, createLuaScript(senders))
  return {
    name: 'wrk',
    async run(path, { connections, seconds, perSecond, readings = 1 }) {
      // wrk cannot limit its rate, but it can delay each request; the average delay determines the rate.
      const delayMs = perSecond ? (connections / perSecond) * 1000 : 0
      const { stdout } = await execFileAsync(
        'wrk',
        [
          '-t1',
          `-c${connections}`,
          `-d${seconds}s`,
          '--timeout',
          '10s',
          '-s',
          scriptPath,
          `${origin}${path}`,
        ],
        { env: { ...process.env, DELAY_MS: String(delayMs), READINGS: String(readings) } },
      )
      const line = stdout.split('\n').find(it => it.startsWith('{'))
      if (!line) throw new Error(`wrk said: ${stdout}`)
      return JSON.parse(line) as LoadResult
    },
  }
}

/**
 * Returns the wrk script. Each request sends a current reading of the next sender, with a new id (UUID version 7, as the app
 * generates them). One reading in fifty lies outside the zone, so that about four in a hundred checks begin or end a visit.
 */
function createLuaScript(senders: readonly Sender[]): string {
  const rows = senders.map(it => `{"${it.token}","${it.zoneId}",${it.lat},${it.lng}}`).join(',\n')
  return `
local ffi = require('ffi')
ffi.cdef('typedef struct { long s; long ns; } timespec_t; int clock_gettime(int id, timespec_t *at);')
local clock = ffi.new('timespec_t')
local senders = {
${rows}
}
local random, format, count, at = math.random, string.format, #senders, 0
local second, stamp, head, call, osmand = 0, '', nil, false, false
local pause = tonumber(os.getenv('DELAY_MS') or '0')
local readings = tonumber(os.getenv('READINGS') or '1')

function init(args)
  ffi.C.clock_gettime(0, clock)
  math.randomseed(tonumber(clock.ns) + tonumber(clock.s))
  call = wrk.path:sub(1, 5) == '/rpc/'
  osmand = wrk.path == '/ingest/osmand'
  head = 'POST ' .. wrk.path .. ' HTTP/1.1\\r\\nHost: ' .. wrk.headers['Host']
    .. '\\r\\nContent-Type: application/json\\r\\nAuthorization: Bearer '
end


function request()
  at = at % count + 1
  local sender = senders[at]
  ffi.C.clock_gettime(0, clock)
  local s, ms = tonumber(clock.s), math.floor(tonumber(clock.ns) / 1000000)
  if s ~= second then second, stamp = s, os.date('!%Y-%m-%dT%H:%M:%S', s) end
  local time = s * 1000 + ms
  if osmand then
    local away = random(50) == 1 and 0.01 or 0
    return format(
      'POST /ingest/osmand?id=%s&timestamp=%d&lat=%.6f&lon=%.6f&speed=0.0&bearing=0.0&altitude=0.0&accuracy=5.0&batt=87.0 HTTP/1.1\\r\\nHost: %s\\r\\nContent-Length: 0\\r\\n\\r\\n',
      sender[1], time, sender[3] + (random() - 0.5) * 0.001, sender[4] + away + (random() - 0.5) * 0.001, wrk.headers['Host'])
  end
  local list = {}
  for n = 1, readings do
    local away = random(50) == 1 and 0.01 or 0
    list[n] = format(
      '{"id":"%08x-%04x-7%03x-%04x-%06x%06x","lat":%.6f,"lng":%.6f,"accuracyMeters":5,"capturedAt":"%s.%03dZ","zoneId":"%s"}',
      math.floor(time / 65536), time % 65536, random(0, 0xfff), random(0x8000, 0xbfff), random(0, 0xffffff),
      random(0, 0xffffff), sender[3] + (random() - 0.5) * 0.001, sender[4] + away + (random() - 0.5) * 0.001, stamp, ms,
      sender[2])
  end
  local body = '{"readings":[' .. table.concat(list, ',') .. ']}'
  if call then body = '{"json":' .. list[1] .. '}' end
  return head .. sender[1] .. '\\r\\nContent-Length: ' .. #body .. '\\r\\n\\r\\n' .. body
end

if pause > 0 then
  function delay() return random(0, math.floor(pause * 2)) end
end

function done(summary, latency)
  local errors = summary.errors
  io.write(format('{"perSecond":%.1f,"answered":%d,"failed":%d,"p50Ms":%.2f,"p99Ms":%.2f}\\n',
    summary.requests / summary.duration * 1000000, summary.requests - errors.status,
    errors.status + errors.timeout + errors.read + errors.write + errors.connect,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
`
}
