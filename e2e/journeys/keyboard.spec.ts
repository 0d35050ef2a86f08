import type { Locator, Page } from '@playwright/test'
import { emailOf, expect, password, pin, test } from '../fixtures.ts'
import { openPage, places } from '../screens.ts'

/** Presses Tab until the element has focus, as a keyboard user would. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let n = 0; n < 80; n++) {
    if (await target.evaluate(element => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error('It cannot be reached with Tab')
}

test('signing in, entering a zone and checking the position work by keyboard alone', async ({ person }) => {
  const { page } = await person({ at: places.inYard })
  await openPage(page, '/login')
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(emailOf('member'))
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/#\/zone-selection/)
  const card = page.getByRole('article', { name: 'Yamuna Works Yard' })
  await expect(card).toBeVisible()
  const enterButton = card.getByRole('button', { name: 'Enter Zone' })
  await tabTo(page, enterButton)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog', { name: 'Enter Yamuna Works Yard' })
  await expect(dialog.getByLabel('Zone entry PIN, digit 1 of 4')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(enterButton).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Zone entry PIN, digit 1 of 4')).toBeFocused()
  await page.keyboard.type(pin)
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/#\/dashboard/)
  await tabTo(page, page.getByRole('link', { name: 'Zone Presence' }).first())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/my-zones/)
  const yard = page.getByRole('article', { name: 'Yamuna Works Yard' })
  const checkButton = yard.getByRole('button', { name: 'Check Position' })
  await expect(checkButton).toBeVisible()
  await tabTo(page, checkButton)
  await page.keyboard.press('Enter')
  await expect(yard.getByText('You are INSIDE Yamuna Works Yard!')).toBeVisible()
  await expect(checkButton).toBeFocused()
})
