import { expect, type Page } from '@playwright/test'
import { pin as demoPin, type Place } from './fixtures.ts'

/** Places of the demo organisation in New Delhi. */
export const places = {
  inYard: { latitude: 28.6184, longitude: 77.252 },
  inOffice: { latitude: 28.6315, longitude: 77.2193 },
  farAway: { latitude: 28.58, longitude: 77.3 },
} satisfies Record<string, Place>

/** Waits until the page is there and what it loads first has come. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`)
}

/** Types the four digits of a PIN into the boxes of the group of that name. */
export async function typePin(page: Page, label: string, digits: string): Promise<void> {
  await page.getByLabel(`${label}, digit 1 of 4`).click()
  await page.keyboard.type(digits)
}

/** Chooses a zone on the zone selection and enters it with the PIN. */
export async function enterZone(page: Page, zone: string, digits = demoPin): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Enter ${zone}` })
  const card = page.getByRole('article', { name: zone })
  await expect(card).toBeVisible()
  if (!(await dialog.isVisible())) await card.getByRole('button', { name: 'Enter Zone' }).click()
  await expect(dialog).toBeVisible()
  await typePin(page, 'Zone entry PIN', digits)
  await dialog.getByRole('button', { name: 'Access Zone' }).click()
  await expect(page.getByText('Access Granted').first()).toBeVisible()
  await expect(page).toHaveURL(/#\/(dashboard|my-zones|zones|zone-)/)
}

/** Follows an item of the side menu. */
export async function goTo(page: Page, item: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: item }).click()
}
