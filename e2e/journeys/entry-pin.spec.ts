import { expect, pin, test } from '../fixtures.ts'
import { findDetails, findMessage, openPage, typePin } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const pinLabel = 'Zone entry PIN'

test('five wrong PINs lock entry, the member asks for a reset, a zone manager unlocks it, and the member enters', async ({
  person,
  enrol,
  watch,
}) => {
  watch.expectRefusal(422)
  watch.expectRefusal(429)
  const account = await enrol('Bina Roy', { [yard]: 'app_user' })
  const { page, context } = await person({ as: account })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/zone-selection')
  const dialog = page.getByRole('dialog', { name: `Enter ${yard}` })
  const submitButton = dialog.getByRole('button', { name: 'Access Zone' })
  const findDigitBox = (n: number) => dialog.getByLabel(`${pinLabel}, digit ${n} of 4`)
  const readDigits = () => Promise.all([1, 2, 3, 4].map(n => findDigitBox(n).inputValue()))

  await test.step('the only zone asks for its PIN unprompted; the focus moves through the four boxes and back', async () => {
    await expect(findDigitBox(1)).toBeFocused()
    await expect(submitButton).toBeDisabled()
    for (const text of ['Forgot your PIN?', 'Cancel', 'Access Zone']) {
      const isCut = await dialog
        .getByText(text, { exact: true })
        .evaluate((it: { scrollWidth: number; clientWidth: number }) => it.scrollWidth > it.clientWidth)
      expect(isCut, `${text} is cut`).toBe(false)
    }
    await page.keyboard.type('12')
    await expect(findDigitBox(3)).toBeFocused()
    await page.keyboard.press('Backspace')
    await expect(findDigitBox(2)).toBeFocused()
    await expect(submitButton).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Enter Zone' }).click()
  })

  await test.step('a whole PIN can be pasted, with anything around its digits, and is sent immediately', async () => {
    await page.evaluate(`navigator.clipboard.writeText(' 1-1 1.1 ')`)
    await findDigitBox(1).click()
    await page.keyboard.press('Control+v')
  })

  await test.step('a wrong PIN is reported with the remaining attempts, and cleared', async () => {
    for (const remaining of ['4 tries left.', '3 tries left.', '2 tries left.', '1 try left.']) {
      if (remaining !== '4 tries left.') await typePin(page, pinLabel, '1111')
      await expect(dialog.getByRole('alert')).toHaveText(`Invalid PIN. Please try again. ${remaining}`)
      await expect.poll(readDigits).toEqual(['', '', '', ''])
      await expect(findDigitBox(1)).toBeFocused()
    }
  })

  const { page: managerPage } = await person({ as: 'manager', inZone: yard })
  const details = findDetails(managerPage, 'Bina Roy')
  await test.step('meanwhile a manager opens their details', async () => {
    await openPage(managerPage, '/zone-app-users')
    await managerPage.getByLabel('Search by name, email or user code').fill(account.userCode)
    await managerPage.getByRole('button', { name: /Bina Roy/ }).click()
    await expect(details.getByText('Ready to use')).toBeVisible()
    await expect(details.getByRole('button', { name: 'Reset PIN' })).toHaveCount(0)
  })

  await test.step('the fifth wrong PIN locks entry and shows when it unlocks instead of an input', async () => {
    await page.keyboard.type('1111')
    await expect(dialog.getByRole('alert')).toHaveText(
      /^Too many wrong PINs\. Try again at (\d+ \w+, )?\d\d:\d\d\.$/,
    )
    await expect(dialog.getByRole('timer')).toHaveText(/^1[45]:\d\d$/)
    await expect(findDigitBox(1)).toHaveCount(0)
    // When closed and reopened, the dialog immediately shows the result.
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await page.getByRole('button', { name: 'Enter Zone' }).click()
    await expect(dialog.getByRole('timer')).toBeVisible()
  })

  await test.step('the manager sees the lock live, receives the request, and resets the lock', async () => {
    await expect(details.getByText('Locked', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Ask a zone manager' }).click()
    await expect(managerPage.getByText(`Bina Roy can’t enter ${yard}`)).toBeVisible()
    await expect(dialog.getByText(/^You asked the zone managers/)).toBeVisible()
    await expect(details.getByText(/reset requested/)).toBeVisible()
    await details.getByRole('button', { name: 'Reset PIN' }).click()
    await expect(findMessage(managerPage, 'PIN reset')).toBeVisible()
    await expect(details.getByText('Ready to use')).toBeVisible()
  })

  await test.step('the boxes reappear, and the member enters with the same PIN', async () => {
    await expect(findDigitBox(1)).toBeVisible()
    await typePin(page, pinLabel, pin)
    await expect(findMessage(page, 'Access Granted')).toBeVisible()
    await expect(page).toHaveURL(/#\/dashboard$/)
  })
})
