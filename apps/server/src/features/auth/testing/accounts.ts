import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { createTestServices } from '../../../testing/test-services.ts'

export type World = Awaited<ReturnType<typeof createTestServices>>

let formCount = 0

/** Builds the data of a sign-up form, with a unique email address. */
export const createForm = () => ({
  firstName: 'Kiran',
  lastName: 'Das',
  email: `Kiran.${++formCount}@Test.example`,
  phone: '+91 11 5550 0100',
  dateOfBirth: '1994-05-17',
  password: 'correct horse',
  pin: '4711',
})

export type Credentials = { email: string; password: string; deviceToken?: string | undefined }

/** Picks the credentials from an account, because a sign-in rejects additional fields. */
export const toCredentials = ({ email, password, deviceToken }: Credentials): Credentials => ({
  email,
  password,
  deviceToken,
})

/** Signs somebody up and returns the data of the form with the session and device tokens. */
export async function newAccount(at: World) {
  const signUpForm = createForm()
  const { session, deviceToken } = await at.call().auth.signUp(signUpForm)
  return { ...signUpForm, token: session?.token ?? '', deviceToken: deviceToken ?? '' }
}

/** Lists the emails sent to an address, oldest first. */
export async function listMails({ dataDir, mailQueue }: World, to: string): Promise<string[]> {
  await mailQueue.settled()
  const folder = join(dataDir, 'mail')
  const files = await readdir(folder).catch(() => [])
  const texts = await Promise.all(files.sort().map(file => readFile(join(folder, file), 'utf8')))
  return texts.filter(text => text.toLowerCase().includes(`to: ${to.toLowerCase()}`)).map(decodeBody)
}

/** Decodes the body of an email, which is base64 if the text is not in Latin script. */
function decodeBody(mail: string): string {
  const [header = '', ...body] = mail.split('\n\n')
  if (!header.includes('Content-Transfer-Encoding: base64')) return mail
  return `${header}\n\n${Buffer.from(body.join(''), 'base64').toString()}`
}

/** Extracts the token from the link in an email, after rejoining quoted-printable lines. */
export const extractToken = (mail: string | undefined) =>
  decodeURIComponent(
    /token=([^\s&]+)/.exec((mail ?? '').replaceAll('=\n', '').replaceAll('=3D', '='))?.[1] ?? '',
  )

/** Requests a link to set a new password; returns its token. */
export async function requestResetToken(at: World, email: string): Promise<string> {
  // Wait for earlier emails, so that the last file is the one requested here.
  await at.mailQueue.settled()
  await at.call().auth.requestPasswordReset({ email })
  return extractToken((await listMails(at, email)).at(-1))
}

/** Sends an administrator's invitation; returns the token of its link. */
export async function requestInvitationToken(at: World, email: string): Promise<string> {
  await at.mailQueue.settled()
  await at.mailQueue.add({ kind: 'invitation', email })
  return extractToken((await listMails(at, email)).at(-1))
}

/** Counts the sessions of the account with this email address. */
export async function countSessions({ db }: World, email: string): Promise<number> {
  const { rows } = await db.pool.query(
    'select count(*) from auth.sessions s join auth.users u on u.id = s.user_id where u.email = $1',
    [email.toLowerCase()],
  )
  return rows[0].count
}
