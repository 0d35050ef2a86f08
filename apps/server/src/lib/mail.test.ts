import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createMailer, type Mailer } from './mail.ts'

let folder: string
let mailer: Mailer
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'muster-mail-')), 'mail')
  mailer = createMailer({
    smtpUrl: undefined,
    from: 'muster@localhost',
    folder,
    log: pino({ level: 'silent' }),
  })
})
afterEach(() => rm(join(folder, '..'), { recursive: true }))

const send = (to: string) => mailer.send({ to, subject: 'Hello', text: `for ${to}` })
const texts = async () =>
  (await Promise.all((await readdir(folder)).map(name => readFile(join(folder, name), 'utf8')))).join()

it('files for an address go with it, in whatever case it was written, and others stay', async () => {
  for (const to of ['asha@site.example', 'Asha@Site.example', 'kiran@site.example']) send(to)
  // Without waiting: what is still being written goes too.
  await mailer.forget('ASHA@site.example')
  expect(await texts()).not.toMatch(/asha/i)
  expect(await texts()).toContain('for kiran@site.example')
})

it('old files are removed, and nothing that is no mail', async () => {
  await send('asha@site.example')
  await send('kiran@site.example')
  const [first = ''] = await readdir(folder)
  await utimes(join(folder, first), new Date(1_000_000), new Date(1_000_000))
  expect(await mailer.removeOlder(2_000_000)).toBe(1)
  expect(await readdir(folder)).toHaveLength(1)
})

it('where no mail was ever written there is nothing to remove', async () => {
  await mailer.forget('nobody@site.example')
  expect(await mailer.removeOlder(Date.now())).toBe(0)
})
