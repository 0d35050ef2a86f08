import type { Mailer } from '../../lib/mail.ts'

type To = { readonly email: string; readonly name: string }

/** The mails of signing in. Links lead to the web app, whose routes stand behind the hash. */
export function createAuthMails(mailer: Mailer, publicUrl: string) {
  const link = (path: string, token: string) => `${publicUrl}/#/${path}?token=${encodeURIComponent(token)}`
  return {
    resetPassword({ email, name }: To, token: string): void {
      mailer.send({
        to: email,
        subject: 'Set a new password for Muster',
        text: `Hello ${name},

someone asked to set a new password for your Muster account. If it was you, open this link within one hour:

${link('reset-password', token)}

If it was not you, do nothing: your password stays as it is.
`,
      })
    },
    confirmEmail({ email, name }: To, token: string): void {
      mailer.send({
        to: email,
        subject: 'Confirm your email address for Muster',
        text: `Hello ${name},

please confirm your email address to finish creating your Muster account:

${link('confirm-email', token)}

The link works for one hour. On the sign-in page you can ask for a new one.
`,
      })
    },
    alreadyRegistered({ email, name }: To): void {
      mailer.send({
        to: email,
        subject: 'You already have a Muster account',
        text: `Hello ${name},

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
