import { msg, plural } from '@lingui/core/runtime-macro'
import { emailChangeHours, emailObjectionDays } from '@muster/domain/email-change.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Mailer } from '../../lib/mail.ts'
import { mailText } from '../../lib/texts/mail-text.ts'
import type { Text } from '../../lib/texts/text.ts'
import type { MailedChange } from './email-change/email-change.queries.ts'

type MailRecipient = {
  readonly email: string
  readonly name: string
  readonly emailVerified: boolean
  readonly language: string
}

const greetingWithoutName = msg`Hello,`
/** Omits the name for an unconfirmed address: whoever signed up chose it, and may not be the email's reader. */
const toGreeting = ({ name, emailVerified }: MailRecipient): Text =>
  emailVerified ? msg`Hello ${{ name }},` : greetingWithoutName

/** Creates the functions that send sign-in emails. Their links lead to the web app, whose routes come after the `#`. */
export function createAuthMails(mailer: Pick<Mailer, 'send'>, publicUrl: string) {
  const pageUrl = (path: string) => `${publicUrl}/#/${path}`
  const linkUrl = (path: string, token: string) => `${pageUrl(path)}?token=${encodeURIComponent(token)}`
  const send = (
    { email, language }: Pick<MailRecipient, 'email' | 'language'>,
    subject: Text,
    paragraphs: readonly Text[],
  ) => mailer.send({ to: email, ...mailText(language, subject, paragraphs) })

  return {
    /** Sends the link to set a new password. If there is no password yet, the email must not claim that it stays the same. */
    resetPassword(to: MailRecipient, token: string, hasPassword: boolean): Promise<void> {
      const resetUrl = linkUrl('reset-password', token)
      return send(
        to,
        msg`Set a new password for Muster`,
        hasPassword
          ? [
              toGreeting(to),
              msg`Someone asked to set a new password for your Muster account. If this was you, open this link within one hour:`,
              resetUrl,
              msg`If this wasn’t you, you can ignore this email. Your password stays the same.`,
            ]
          : [
              toGreeting(to),
              msg`Your Muster account has no password. Open this link within one hour to set one:`,
              resetUrl,
              msg`After that, you can request a new link on the sign-in page. If you didn’t expect this email, contact your administrator.`,
            ],
      )
    },
    confirmEmail: (to: MailRecipient, token: string): Promise<void> =>
      send(to, msg`Confirm your email address for Muster`, [
        toGreeting(to),
        msg`Confirm your email address to finish creating your Muster account:`,
        linkUrl('confirm-email', token),
        msg`The link works for one hour and asks for the account’s password. You can request a new link on the sign-in page.`,
        msg`If you didn’t create an account, you can ignore this email. The account can’t be used until this address is confirmed.`,
      ]),
    /** Sends the invitation. Greets without the name, because somebody else entered it. */
    invitation: (to: MailRecipient, token: string): Promise<void> =>
      send(to, msg`Your Muster account`, [
        greetingWithoutName,
        msg`An administrator created a Muster account for this address. Open this link within seven days to set your password and PIN:`,
        `${linkUrl('reset-password', token)}&invited=1`,
        msg`If you didn’t expect this email, you can ignore it. Nobody can use the account without your password.`,
      ]),
    /** Sends the link that confirms a new address. Greets without the name, because the address may belong to somebody else. */
    confirmNewEmail: ({ newEmail, language, hasPassword }: MailedChange, token: string): Promise<void> =>
      send({ email: newEmail, language }, msg`Confirm your new email address for Muster`, [
        greetingWithoutName,
        msg`Someone asked to use this address for their Muster account. If this was you, or an administrator acting for you, open this link within ${plural({ hours: emailChangeHours }, { one: '# hour', other: '# hours' })}:`,
        `${linkUrl('confirm-email-change', token)}${hasPassword ? '' : '&simple=1'}`,
        hasPassword
          ? msg`It asks for the account’s password. Until you open it, the account keeps its current address.`
          : msg`Until you open it, the account keeps its current address.`,
        msg`If you didn’t expect this email, you can ignore it.`,
      ]),
    /** Notifies the old address, whoever requested the change. */
    emailChanges: ({ oldEmail, newEmail, language }: MailedChange, token: string): Promise<void> =>
      send({ email: oldEmail, language }, msg`Request to change the email address of your Muster account`, [
        greetingWithoutName,
        msg`Someone asked to change the email address of your Muster account to ${{ newEmail }}. It changes once that address is confirmed. If this was you, or an administrator acting for you, no action is needed.`,
        msg`If this wasn’t you, open this link. It stops the change, or undoes it up to ${plural({ days: emailObjectionDays }, { one: '# day', other: '# days' })} after it was made:`,
        linkUrl('undo-email-change', token),
      ]),
    passkeyAdded: (to: MailRecipient): Promise<void> =>
      send(to, msg`A passkey was added to your Muster account`, [
        toGreeting(to),
        msg`A passkey was added to your Muster account. It can sign in without your password. If this was you, no action is needed.`,
        msg`If this wasn’t you, remove it in Settings and change your password:`,
        pageUrl('settings'),
      ]),
    twoStepReset: (to: MailRecipient): Promise<void> =>
      send(to, msg`Two-step sign-in for your Muster account was reset`, [
        toGreeting(to),
        msg`An administrator reset two-step sign-in for your Muster account and signed you out on all devices. You can now sign in with just your password:`,
        pageUrl('login'),
        msg`Set up two-step sign-in again in Settings. If you didn’t ask for this, tell your administrator and set a new password.`,
      ]),
    dataDownload: (to: MailRecipient): Promise<void> =>
      send(to, msg`Your data is ready to download`, [
        toGreeting(to),
        msg`The file with everything Muster stores about you, requested in your name, is ready. You can download it in Settings for ${plural({ days: limits.downloadKeepDays }, { one: '# day', other: '# days' })}:`,
        pageUrl('settings'),
        msg`If this wasn’t you, change your password now and sign out any devices you don’t recognise. You can do both in Settings.`,
      ]),
    alreadyRegistered: (to: MailRecipient): Promise<void> =>
      send(to, msg`You already have a Muster account`, [
        toGreeting(to),
        msg`Someone tried to create a Muster account with your email address, which already has one. If this was you, sign in instead, or use Forgot Password on the sign-in page:`,
        pageUrl('login'),
        msg`If this wasn’t you, no action is needed.`,
      ]),
  }
}

export type AuthMails = ReturnType<typeof createAuthMails>
