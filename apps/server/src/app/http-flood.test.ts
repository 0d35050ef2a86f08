import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { head, openRawSocket, type RawSocket } from './testing/raw-socket.ts'
import { type Served, serveDoors, soon } from './testing/serve-doors.ts'

let served: Served
let turns = 0
const open: RawSocket[] = []
beforeAll(async () => {
  served = await serveDoors(soon, false, () => {
    turns++
    return 0
  })
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy()
})
afterAll(() => served.app.close())

async function connected(text: string, { port } = served) {
  const raw = await openRawSocket(port, text)
  open.push(raw)
  return raw
}
const ask = head('POST', '/rpc/auth/settings', { 'Content-Type': 'application/json', 'Content-Length': '2' })

it('endless pipelined requests are cut off, and hardly any of them is started', async () => {
  turns = 0
  served.lines.length = 0
  const raw = await connected(`${ask}{}`.repeat(5_000))
  expect(await raw.closedWithin(10_000)).toBeDefined()
  expect(turns).toBeLessThan(10)
  expect(served.lines).toEqual([])
  // A few at once, or any number in sequence, are answered.
  const few = await connected(`${ask}{}`.repeat(3))
  await vi.waitFor(() => expect(few.output().match(/HTTP\/1.1 200/g)).toHaveLength(3))
  for (let more = 4; more < 20; more++) {
    few.socket.write(`${ask}{}`)
    await vi.waitFor(() => expect(few.output().match(/HTTP\/1.1 200/g)).toHaveLength(more))
  }
})

it('an unidentified sender without an announced length may send as much as a form', async () => {
  const raw = await connected(ask.replace('Content-Length: 2', 'Transfer-Encoding: chunked'))
  const piece = `8000\r\n${' '.repeat(0x8000)}\r\n`
  for (let n = 0; n < 8 && !raw.socket.destroyed; n++) {
    raw.socket.write(piece)
    await sleep(20)
  }
  expect(await raw.closedWithin(10_000)).toBeDefined()
  const form = await connected(
    `${ask.replace('Content-Length: 2', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
  )
  await vi.waitFor(() => expect(form.output()).toContain('HTTP/1.1 200'))
})

it('a body of single letters is cut off long before the size limit', async () => {
  const letters = 'Transfer-Encoding: chunked'
  const raw = await connected(ask.replace('Content-Length: 2', letters) + '1\r\n \r\n'.repeat(10_000))
  expect(await raw.closedWithin(10_000)).toBeDefined()
  const whole = `{"json":${' '.repeat(300_000)}null}`
  const pieces = whole.match(/.{1,1400}/gs) ?? []
  const chunks = pieces.map(piece => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')
  const known = ask.replace('Content-Length: 2', `${letters}\r\nAuthorization: Bearer x`)
  const answered = await connected(`${known}${chunks}0\r\n\r\n`)
  await vi.waitFor(() => expect(answered.output()).toContain('HTTP/1.1 200'))
})

it('the memory share of cut bodies is released', async () => {
  const few = await serveDoors({ ...soon, bytesPerAddress: 400_000 })
  try {
    const body = (length: number) => ask.replace('Content-Length: 2', `Content-Length: ${length}`)
    const part = ' '.repeat(20_000)
    for (let n = 0; n < 30; n++) {
      const raw = await connected(`${body(20_000)}${part}`.repeat(6), few)
      expect(await raw.closedWithin(10_000)).toBeDefined()
    }
    const answered = await connected(`${body(20_000)}{}${' '.repeat(19_998)}`, few)
    await vi.waitFor(() => expect(answered.output()).toContain('HTTP/1.1 200'))
    expect(few.lines.filter(line => line.includes('stack'))).toEqual([])
  } finally {
    for (const { socket } of open.splice(0)) socket.destroy()
    await few.app.close()
  }
})

it('a client that left before its response leaves no line in the log', async () => {
  served.lines.length = 0
  for (let n = 0; n < 50; n++) {
    const raw = await connected(`${ask}{}`)
    raw.socket.resetAndDestroy()
  }
  await sleep(200)
  expect(served.lines).toEqual([])
})
