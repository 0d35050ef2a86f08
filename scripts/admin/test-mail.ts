import { join } from 'node:path'
import { createLog } from '../../apps/server/src/lib/log.ts'
import { createMailer } from '../../apps/server/src/lib/mail.ts'
import { sendTestMail } from '../../apps/server/src/lib/test-mail.ts'
import { email as emailSchema } from '../../packages/contract/src/auth.ts'
import type { AdminRun } from './commands.ts'

export const run: AdminRun = async (env, { words: [email = ''] }) => {
  if (!emailSchema.safeParse(email).success) throw new Error('Please enter a valid email address.')
  const mailer = createMailer({ env, log: createLog('silent') })
  const { accepted, tookMs, problem } = await sendTestMail(mailer, env, {
    to: email,
    subject: 'Muster: test mail',
    text: 'This is a test mail of Muster. Mail works.',
  })
  await mailer.stop()
  if (!accepted) throw new Error(problem ?? 'The mail could not be sent.')
  const place = env.SMTP_URL
    ? `The mail server accepted the test mail to ${email}`
    : `SMTP_URL is not set: the test mail is a file in ${join(env.DATA_DIR, 'mail')}`
  console.log(`${place} (${(tookMs / 1_000).toFixed(1)} s).`)
  return 0
}
