import { emailChangeHours, emailObjectionDays } from '@muster/domain/email-change.ts'
import { limits } from '@muster/domain/limits.ts'
import type { Mailer } from '../../lib/mail.ts'
import type { MailedChange } from './email-change/email-change.queries.ts'

type To = { readonly email: string; readonly name: string; readonly emailVerified: boolean }

/** No name for an unconfirmed address: its name was chosen by whoever signed up, possibly not the reader of the mail. */
const greeting = ({ name, emailVerified }: To) => (emailVerified ? `Hello ${name},` : 'Hello,')

/** The sign-in mails. Their links lead to the web app, whose routes come after the hash. */
export function createAuthMails(mailer: Pick<Mailer, 'send'>, publicUrl: string) {
  const link = (path: string, token: string) => `${publicUrl}/#/${path}?token=${encodeURIComponent(token)}`
  return {
    /** `hasPassword` false: the mail must not claim that the password stays unchanged. */
    resetPassword(to: To, token: string, hasPassword: boolean): Promise<void> {
      return mailer.send({
        to: to.email,
        subject: 'Set a new password for Muster',
        text: hasPassword
          ? `${greeting(to)}

someone asked to set a new password for your Muster account. If it was you, open this link within one hour:

${link('reset-password', token)}

If it was not you, do nothing: your password stays as it is.
`
          : `${greeting(to)}

your Muster account has no password. Open this link within one hour to set one:

${link('reset-password', token)}

Later you can ask for a new link on the sign-in page. If you did not expect this mail, ask your administrator.
`,
      })
    },
    confirmEmail(to: To, token: string): Promise<void> {
      return mailer.send({
        to: to.email,
        subject: 'Confirm your email address for Muster',
        text: `${greeting(to)}

please confirm your email address to finish creating your Muster account:

${link('confirm-email', token)}

The link works for one hour and asks for the password of the account. On the sign-in page you can ask for a new one.

If you have not created an account, do nothing: without your address it cannot be used.
`,
      })
    },
    /** Without a name, because somebody else chose it. */
    invitation(to: To, token: string): Promise<void> {
      return mailer.send({
        to: to.email,
        subject: 'Your Muster account',
        text: `Hello,

an administrator made a Muster account for this address. Open this link within seven days to set your password and your PIN:

${link('reset-password', token)}&invited=1

If you do not know what this is about, do nothing: without your password nobody can use the account.
`,
      })
    },
    /** Without a name, because the address may belong to somebody else. */
    confirmNewEmail({ newEmail, hasPassword }: MailedChange, token: string): Promise<void> {
      return mailer.send({
        to: newEmail,
        subject: 'Confirm your new email address for Muster',
        text: `Hello,

someone asked to use this address for their Muster account. If it was you, or an administrator for you, open this link within
${emailChangeHours} hours:

${link('confirm-email-change', token)}${hasPassword ? '' : '&simple=1'}

${hasPassword ? 'It asks for the password of the account. ' : ''}Until then the account keeps its old address.

If you do not know what this is about, do nothing.
`,
      })
    },
    /** Sent to the old address, whoever requested the change. */
    emailChanges({ oldEmail, newEmail }: MailedChange, token: string): Promise<void> {
      return mailer.send({
        to: oldEmail,
        subject: 'The email address of your Muster account is to change',
        text: `Hello,

someone asked to change the email address of your Muster account to ${newEmail}. It changes once that address is confirmed. If it
was you, or an administrator for you, there is nothing to do.

If it was not you, open this link. It stops the change, or takes it back for ${emailObjectionDays} days after it was made:

${link('undo-email-change', token)}
`,
      })
    },
    passkeyAdded(to: To): Promise<void> {
      return mailer.send({
        to: to.email,
        subject: 'A passkey was added to your Muster account',
        text: `${greeting(to)}

a passkey was added to your Muster account. It signs in by itself, without your password. If it was you, there is nothing to do.

If it was not you, remove it under Settings and change your password:

${publicUrl}/#/settings
`,
      })
    },
    twoStepReset(to: To): Promise<void> {
      return mailer.send({
        to: to.email,
        subject: 'Two-step sign-in of your Muster account was reset',
        text: `${greeting(to)}

an administrator has reset the two-step sign-in of your Muster account, and signed it out everywhere. From now on your password
alone signs you in:

${publicUrl}/#/login

Set up two-step sign-in again under Settings. If you did not ask for this, tell your administrator, and set a new password.
`,
      })
    },
    dataDownload(to: To): Promise<void> {
      return mailer.send({
        to: to.email,
        subject: 'The download of your data is ready',
        text: `${greeting(to)}

the file with everything that Muster keeps about you, which was asked for in your name, is ready. You find it in Settings for
${limits.downloadKeepDays} days:

${publicUrl}/#/settings

If it was not you, change your password now, and sign out the devices you do not know: both are in Settings as well.
`,
      })
    },
    alreadyRegistered(to: To): Promise<void> {
      return mailer.send({
        to: to.email,
        subject: 'You already have a Muster account',
        text: `${greeting(to)}

someone tried to create a Muster account with your email address, which already has one. If it was you, sign in instead, or
use Forgot Password on the sign-in page:

${publicUrl}/#/login

If it was not you, there is nothing to do.
`,
      })
    },
  }
}

export type AuthMails = ReturnType<typeof createAuthMails>
