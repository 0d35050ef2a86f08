import { createHmac } from 'node:crypto'
import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { findMessage, findSettingsCard, findSideMenu, openPage, signIn } from '../screens.ts'

/** Returns the code of an authenticator app (RFC 6238) for a key, `ahead` time steps of 30 s from now. */
function createCode(key: string, ahead = 0): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key].map(letter => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + ahead))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

test('a code from a phone, a recovery code and a passkey complement the password', async ({
  person,
  enrol,
  watch,
}) => {
  watch.expectRefusal(403)
  const account = await enrol('Zara Malik')
  const { page, context } = await person({ as: account })
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const dialog = page.getByRole('dialog')
  let recoveryCode = ''
  let key = ''

  await test.step('an authenticator app is set up in Settings with the password', async () => {
    await openPage(page, '/settings/sign-in')
    await findSettingsCard(page, 'Two-step sign-in')
      .getByRole('button', { name: 'Set up two-step sign-in' })
      .click()
    await dialog.getByLabel('Account password').fill(account.password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
    await expectNoBarrier(page, 'settings: set up two-step sign-in', { dialog })
    const address =
      (await dialog.getByRole('link', { name: 'Open in an authenticator app' }).getAttribute('href')) ?? ''
    key = new URL(address).searchParams.get('secret') ?? ''
    await dialog.getByLabel('Code from the app, digit 1 of 6').click()
    await page.keyboard.type(createCode(key))
    const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    recoveryCode = (await codes.first().textContent()) ?? ''
    await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
    await expect(
      findSettingsCard(page, 'Two-step sign-in').getByText('10 recovery codes left.'),
    ).toBeVisible()
  })

  await test.step('a passkey is added', async () => {
    const card = findSettingsCard(page, 'Passkeys')
    await card.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.getByLabel('Account password').fill(account.password)
    await dialog.getByLabel('Name', { exact: true }).fill('Work phone')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await expect(findMessage(page, 'Passkey added')).toBeVisible()
    await expect(card.getByText('Work phone')).toBeVisible()
  })

  const signOut = async () => {
    // The zone selection page has no menu.
    await openPage(page, '/settings')
    await findSideMenu(page).getByRole('button', { name: 'Sign Out' }).click()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
  }

  await test.step('the password alone does not sign in; with the next code of the app it does', async () => {
    await signOut()
    await signIn(page, account)
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await expectNoBarrier(page, '/login, the second step')
    expect(await page.evaluate(`localStorage.getItem('muster.session')`)).toBeNull()
    // The check changed the size of the page; keys that are typed before the field has the focus again are lost.
    await expect(page.getByRole('textbox', { name: 'Code, digit 1 of 6' })).toBeFocused()
    await page.keyboard.type(createCode(key, 1))
    await expect(page).toHaveURL(/#\/zone-selection$/)
  })

  await test.step('a recovery code also signs in', async () => {
    await signOut()
    await signIn(page, account)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCode.toLowerCase())
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(/#\/zone-selection$/)
  })

  await test.step('the passkey alone signs in', async () => {
    await signOut()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page).toHaveURL(/#\/zone-selection$/)
  })
})
