import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import type { TestUser } from '../../testing/factories.ts'
import { createTestServices } from '../../testing/test-services.ts'
import { startStandInPushService } from '../push/testing/stand-in-push-service.ts'

let answer: ((line: string) => string) | undefined
const sockets: Socket[] = []
const mailServer = createServer(socket => {
  sockets.push(socket)
  socket.on('error', () => undefined)
  if (!answer) return
  socket.write('220 mail.example ESMTP\r\n')
  socket.on('data', data => {
    const reply = answer?.(data.toString())
    if (reply) socket.write(`${reply}\r\n`)
  })
})
let muster: Awaited<ReturnType<typeof createTestServices>>
let pushService: Awaited<ReturnType<typeof startStandInPushService>>
let admin: TestUser

beforeAll(async () => {
  mailServer.listen(0, '127.0.0.1')
  await once(mailServer, 'listening')
  const { port } = mailServer.address() as AddressInfo
  muster = await createTestServices({
    env: { SMTP_URL: `smtp://me:hunter2@127.0.0.1:${port}`, PUSH_ALLOW_PRIVATE: true },
  })
  pushService = await startStandInPushService()
  admin = await muster.make.user({ role: 'super_admin' })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  mailServer.close()
  await pushService.stop()
  await muster.stop()
})

const tests = (user: TestUser = admin) => muster.call(user).dashboards

it('a test email goes to the asking super admin, and ends the report of a dead mail server', async () => {
  const lines: string[] = []
  answer = line => {
    lines.push(line)
    if (line.startsWith('EHLO')) return '250-mail.example\r\n250 AUTH PLAIN'
    if (line.startsWith('AUTH')) return '235 yes'
    if (line.startsWith('DATA')) return '354 go on'
    return /^(MAIL|RCPT|QUIT)|\r\n\.\r\n$/.test(line) ? '250 yes' : ''
  }
  muster.services.mailServer.note('The mail server refused the connection.')
  expect(await tests().testMail()).toMatchObject({ to: admin.email, accepted: true, problem: null })
  expect(lines.join('')).toContain(`RCPT TO:<${admin.email}>`)
  expect(muster.services.mailServer.problem()).toBeNull()
})

it('a refusal is told in the mail server’s words, without the password, and a silent one in time', async () => {
  answer = line =>
    line.startsWith('EHLO') ? '250-mail.example\r\n250 AUTH PLAIN' : '535 5.7.8 hunter2 is wrong'
  expect(await tests().testMail()).toMatchObject({
    accepted: false,
    problem: 'The mail server answered: 535 5.7.8 … is wrong',
  })
  answer = undefined
  const startedAt = performance.now()
  expect(await tests().testMail()).toMatchObject({
    accepted: false,
    problem: 'The mail server did not answer in time.',
  })
  expect(performance.now() - startedAt).toBeLessThan(15_000)
}, 30_000)

it('a test notification goes to each own device, and to nobody else’s', async () => {
  expect((await tests().testPush()).devices).toEqual([])
  await muster.call(admin).push.subscribe(pushService.browser())
  const other = await muster.make.user({ role: 'super_admin' })
  await muster.call(other).push.subscribe(pushService.browser())
  expect((await tests().testPush()).devices).toEqual([{ userAgent: expect.any(String), outcome: 'sent' }])
  expect(pushService.received.map(it => it.notice.title)).toEqual(['Muster: test notification'])
  pushService.answers.push('silence')
  expect((await tests().testPush()).devices).toMatchObject([{ outcome: 'later' }])
})

it('only super admins may send tests, and not without end', async () => {
  for (const role of ['admin', 'client_admin', 'zone_manager_rw', 'app_user'] as const) {
    const user = await muster.make.user({ role })
    expect(await readCode(tests(user).testMail())).toBe('FORBIDDEN')
    expect(await readCode(tests(user).testPush())).toBe('FORBIDDEN')
  }
  answer = () => '550 no'
  const eager = await muster.make.user({ role: 'super_admin' })
  const codes: unknown[] = []
  for (let count = 0; count < 11; count++) codes.push(await readCode(tests(eager).testMail()))
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
  expect(codes.slice(0, 10).every(code => code === undefined)).toBe(true)
})

it('without SMTP_URL the call says which setting is missing', async () => {
  const plain = await createTestServices()
  try {
    const user = await plain.make.user({ role: 'super_admin' })
    expect(await readCode(plain.call(user).dashboards.testMail())).toBe('MAIL_NOT_SET_UP')
  } finally {
    await plain.stop()
  }
})
