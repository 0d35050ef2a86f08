import { msg } from '@lingui/core/runtime-macro'
import type { TestMailResult, TestPushResult } from '@muster/contract/dashboards.ts'
import type { PushNotice } from '@muster/contract/push.ts'
import type { Actor } from '../../db/actor.ts'
import type { Database } from '../../db/database.ts'
import { sendTestMail } from '../../lib/test-mail.ts'
import { render } from '../../lib/texts/render.ts'
import type { Platform } from '../../platform/platform.ts'
import { fail } from '../../rpc/fail.ts'
import { readOwnLanguage } from '../../rpc/reading-language.queries.ts'
import { listOwnSubscriptions, type PushSender } from '../push/index.ts'
import { readOwnEmail } from './test-delivery.queries.ts'

type Asker = { readonly db: Pick<Database, 'asActor'>; readonly actor: Actor }

/** Sends a test email to the actor past the queue. Throws MAIL_NOT_SET_UP without SMTP_URL. */
export async function testMail(
  { env, mailer, mailServer }: Pick<Platform, 'env' | 'mailer' | 'mailServer'>,
  { db, actor }: Asker,
): Promise<TestMailResult> {
  if (!env.SMTP_URL) throw fail('MAIL_NOT_SET_UP')
  const { to, language } = await db.asActor(actor, async tx => ({
    to: await readOwnEmail(tx, actor.userId),
    language: await readOwnLanguage(tx),
  }))
  const result = await sendTestMail(mailer, env, {
    to,
    subject: render(msg`Muster: test email`, language),
    text: render(msg`This is a test email from Muster. Email works.`, language),
  })
  // System Status must not go on saying that mail cannot be sent.
  if (result.accepted) mailServer.note(null)
  return { at: new Date().toISOString(), to, ...result }
}

const toNotice = (language: string): PushNotice => ({
  title: render(msg`Muster: test notification`, language),
  body: render(msg`Notifications from Muster arrive on this device.`, language),
  url: '#/super-admin-dashboard',
  tag: 'test-delivery',
  urgency: 'high',
})

/** Sends a test notification to all devices of the actor, and returns each outcome. */
export async function testPush(
  sender: Pick<PushSender, 'send'>,
  { db, actor }: Asker,
): Promise<TestPushResult> {
  const { subscriptions, language } = await db.asActor(actor, async tx => ({
    subscriptions: await listOwnSubscriptions(tx),
    language: await readOwnLanguage(tx),
  }))
  const devices = await Promise.all(
    subscriptions.map(async ({ user_agent: userAgent, ...subscription }) => ({
      userAgent,
      outcome: await sender.send(subscription, toNotice(language)),
    })),
  )
  return { at: new Date().toISOString(), devices }
}
