import { limits } from '@muster/domain/limits.ts'
import type { Mailer } from '../../lib/mail.ts'

type To = { readonly email: string; readonly name: string; readonly emailVerified: boolean }

/** Who signed up with an unconfirmed address chose the name, and may be somebody else than who reads the mail. */
const greeting = ({ name, emailVerified }: To) => (emailVerified ? `Hello ${name},` : 'Hello,')

/** The mails of signing in. Links lead to the web app, whose routes stand behind the hash. */
export function createAuthMails(mailer: Pick<Mailer, 'send'>, publicUrl: string) {
  const link = (path: string, token: string) => `${publicUrl}/#/${path}?token=${encodeURIComponent(token)}`
  return {
    resetPassword(to: To, token: string): Promise<void> {
      return mailer.send({
        to: to.email,
        subject: 'Set a new password for Muster',
        text: `${greeting(to)}

someone asked to set a new password for your Muster account. If it was you, open this link within one hour:

${link('reset-password', token)}

If it was not you, do nothing: your password stays as it is.
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
    /** Without a name: it was chosen by somebody else. */
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
