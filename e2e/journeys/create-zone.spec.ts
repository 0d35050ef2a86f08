import { expect, test } from '../fixtures.ts'
import { findDetails, openPage } from '../screens.ts'

test('a super admin creates a rectangle zone and sees all zones', async ({ person }) => {
  const { page: otherPage } = await person({ as: 'super' })
  await openPage(otherPage, '/zones')
  await expect(otherPage.getByRole('article', { name: 'Yamuna Works Yard' })).toBeVisible()
  await expect(otherPage.getByRole('article', { name: 'Gate 7 Laydown' })).toHaveCount(0)

  const { page } = await person()
  await openPage(page, '/login')
  await page.getByLabel('Email').fill('super@demo.muster.example')
  await page.getByLabel('Password', { exact: true }).fill('muster-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(/#\/super-admin-dashboard/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Zones' }).click()
  for (const name of ['Connaught Place Office', 'Yamuna Works Yard', 'India Gate Rally Point'])
    await expect(page.getByRole('article', { name })).toBeVisible()

  await page.getByRole('button', { name: 'Create Zone' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Normal Zone' })
  await dialog.getByRole('button', { name: 'Create Zone' }).click()
  await expect(dialog.getByText('Zone name is required', { exact: true })).toBeVisible()
  await test.step('the errors and the first invalid field are in view below the header', async () => {
    const name = dialog.getByLabel('Zone name')
    await expect(name).toBeFocused()
    await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
    const [closeBox, alertBox, fieldBox] = await Promise.all(
      [dialog.getByRole('button', { name: 'Close' }), dialog.getByRole('alert'), name].map(locator =>
        locator.boundingBox(),
      ),
    )
    expect(alertBox?.y).toBeGreaterThan((closeBox?.y ?? 0) + (closeBox?.height ?? 0))
    expect(fieldBox?.y).toBeGreaterThan(alertBox?.y ?? 0)
  })
  await dialog.getByLabel('Zone name').fill('Gate 7 Laydown')
  await dialog.getByLabel('Max capacity').fill('35')
  await dialog.getByLabel('Start corner latitude').fill('28.6402')
  await dialog.getByLabel('Start corner longitude').fill('77.2301')
  await dialog.getByLabel('End corner latitude').fill('28.6391')
  await test.step('the error about a zone without an area is in view', async () => {
    await dialog.getByLabel('End corner latitude').fill('28.6402')
    await dialog.getByLabel('End corner longitude').fill('77.2301')
    await dialog.getByRole('button', { name: 'Create Zone' }).click()
    await expect(dialog.getByText('The shape doesn’t enclose an area.')).toBeInViewport({ ratio: 1 })
    await dialog.getByLabel('End corner latitude').fill('28.6391')
  })
  await dialog.getByLabel('End corner longitude').fill('77.2323')
  await dialog.getByRole('button', { name: 'Create Zone' }).click()
  await expect(page.getByText('Zone Created').first()).toBeVisible()

  const card = page.getByRole('article', { name: 'Gate 7 Laydown' })
  await expect(card.getByText('Active', { exact: true })).toBeVisible()
  await expect(card).toContainText('35')
  await card.getByRole('button', { name: 'View Gate 7 Laydown' }).click()
  const details = findDetails(page, 'Gate 7 Laydown')
  await expect(details.getByText(/28\.6402/)).toBeVisible()
  await expect(details.getByText(/77\.2323/)).toBeVisible()

  // The zone appears live for others who are viewing the list.
  await expect(otherPage.getByRole('article', { name: 'Gate 7 Laydown' })).toBeVisible()
})
