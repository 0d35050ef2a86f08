import { describe, expect, it } from 'vitest'
import { readCode } from '../../testing/caller.ts'
import { testServices } from '../../testing/test-services.ts'
import { createForm, extractToken, listMails } from './testing/accounts.ts'

const strictWorld = testServices({ env: { EMAIL_CONFIRMATION: true } })

describe('the confirmation link', () => {
  /** Signs up with somebody else's address, and reads the email as its owner would. */
  async function signUpAndReadToken() {
    const account = createForm()
    await strictWorld.call().auth.signUp(account)
    const mail = (await listMails(strictWorld, account.email)).at(-1)
    return { account, mail, token: extractToken(mail) }
  }
  const signIn = ({ email, password }: { email: string; password: string }) =>
    readCode(strictWorld.call().auth.signIn({ email, password }))

  it("does not validate a stranger's password", async () => {
    const { account, token } = await signUpAndReadToken()
    const confirmation = strictWorld
      .call()
      .auth.confirmEmail({ token, password: 'what the owner would choose' })
    expect(await readCode(confirmation)).toBe('WRONG_PASSWORD')
    expect(await signIn(account)).toBe('EMAIL_NOT_CONFIRMED')
  })

  it('does not greet with a name chosen by a stranger, which could contain a URL or a line break', async () => {
    const { account, mail } = await signUpAndReadToken()
    expect(mail).toContain('\nHello,\n')
    expect(mail).not.toContain(account.firstName)
    for (const firstName of ['Asha\nclick here', 'http://evil.example', 'evil.example'])
      expect(await readCode(strictWorld.call().auth.signUp({ ...createForm(), firstName }))).toBe(
        'BAD_REQUEST',
      )
  })

  it('does nothing and uses up no attempts when forged, altered or for another account', async () => {
    const { account, token } = await signUpAndReadToken()
    const [header, , signature] = token.split('.')
    const body = Buffer.from(JSON.stringify({ email: account.email })).toString('base64url')
    for (const invalidToken of ['made up', 'a.b.c', `${header}.${body}.${signature}`, `${token}x`])
      for (let attempt = 0; attempt < 4; attempt++)
        expect(
          await readCode(
            strictWorld.call().auth.confirmEmail({ token: invalidToken, password: account.password }),
          ),
        ).toBe('INVALID_LINK')
    expect(await readCode(strictWorld.call().auth.confirmEmail({ token, password: account.password }))).toBe(
      undefined,
    )
  })

  it('allows ten password attempts', async () => {
    const { token } = await signUpAndReadToken()
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 12; attempt++)
      codes.push(
        await readCode(strictWorld.call().auth.confirmEmail({ token, password: `guess ${attempt}` })),
      )
    expect(codes.slice(9, 11)).toEqual(['WRONG_PASSWORD', 'TOO_MANY_REQUESTS'])
  })

  it('when it comes from a reset, removes the PIN chosen by the stranger', async () => {
    const { account } = await signUpAndReadToken()
    await strictWorld.call().auth.requestPasswordReset({ email: account.email })
    const token = extractToken((await listMails(strictWorld, account.email)).at(-1))
    await strictWorld.call().auth.resetPassword({ token, password: 'a third horse' })
    const { rows } = await strictWorld.db.pool.query(
      'select from entry_pins p join auth.users u on u.id = p.user_id where u.email = $1',
      [account.email],
    )
    expect(rows).toHaveLength(0)
  })
})
