import type { Page } from '@playwright/test'
import { emailOf, expect, password, test } from '../fixtures.ts'
import { isLongForm } from '../long-form.ts'
import { google, googleKey, ownSettings, streetMap } from '../own-settings.ts'

test.use({ settings: ownSettings })
test.beforeEach(({ watch }) => watch.expectOrigin(streetMap.origin))

const findMap = (page: Page) => page.getByRole('region', { name: /^Map of / })
const findGround = (page: Page) => findMap(page).locator('[data-ground]')

test('the street map is the default, announced once, switched off with one tap and previewed before saving', async ({
  muster,
  person,
}) => {
  streetMap.behave('answers')
  // The sign-in page of a demo names these hosts.
  expect(await muster.call('GET', '/auth/settings')).toMatchObject({ demoMapHosts: [streetMap.origin] })
  const { page } = await person({ as: 'member', inZone: 'Yamuna Works Yard' })
  await page.goto('/#/zone-selector')
  await expect(findGround(page)).toHaveAttribute('data-ground', 'streets')
  expect(streetMap.asked.some(path => path.startsWith('/tiles/'))).toBe(true)
  await expect(findMap(page).getByText('This map has no streets.')).toBeHidden()
  await page.evaluate(() => Object.assign(window, { isSame: true }))

  const { page: adminPage } = await person({ as: 'super' })
  await adminPage.goto('/#/super-admin-dashboard')
  const notice = adminPage.getByRole('region', { name: 'Maps show streets' })
  await expect(notice).toContainText('That service sees the browser’s IP address and which area is viewed.')
  await notice.getByRole('button', { name: 'Use this server only' }).click()
  await expect(notice).toBeHidden()
  await expect(findGround(page)).toHaveAttribute('data-ground', 'built_in')
  await expect(findMap(page).getByText('This map has no streets. Ask an administrator.')).toBeVisible()

  await adminPage.goto('/#/map-settings')
  await expect(notice).toBeHidden()
  await expect(adminPage.getByText('Browsers load the map from this server only.')).toBeVisible()
  const requestCount = streetMap.asked.length
  await adminPage.getByRole('radio', { name: /^OpenFreeMap/ }).click()
  const preview = adminPage.getByRole('region', { name: 'Preview of the map' })
  await expect(preview.locator('[data-ground]')).toHaveAttribute('data-ground', 'streets')
  expect(streetMap.asked.length).toBeGreaterThan(requestCount)
  await expect(findGround(page)).toHaveAttribute('data-ground', 'built_in')
  await adminPage.getByRole('button', { name: 'Save map settings' }).click()
  await expect(findGround(page)).toHaveAttribute('data-ground', 'streets')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
})

for (const failure of ['refuses', 'hangs'] as const)
  test(`when the street map’s host ${failure}, the built-in map appears with one notice, and Retry restores the street map`, async ({
    person,
    watch,
  }) => {
    watch.expectRefusal(503)
    streetMap.behave(failure)
    const { page } = await person({ as: 'super' })
    await page.goto('/#/zone-selector')
    // The zone is drawn while the request is pending.
    await expect(findMap(page).locator('canvas')).toBeVisible()
    await expect(findMap(page).getByText('The map couldn’t be reached.')).toBeVisible()
    await expect(findGround(page)).toHaveAttribute('data-ground', 'missed')

    // The other maps do the same, whatever the reason.
    if (failure === 'refuses' && !isLongForm) return
    // A map in drawing mode reports the failure in a line and must not be recreated, because its corners would be lost.
    await page.goto('/#/zones')
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: 'Interactive' }).click()
    const creator = page.getByRole('dialog', { name: 'Interactive Zone Creator' })
    await expect(creator.getByText('No streets: the map couldn’t be loaded.')).toBeVisible()
    await expect(creator.getByRole('button', { name: 'Retry' })).toBeHidden()
    await expect(creator.getByRole('link', { name: 'Map settings' })).toBeHidden()
    await page.keyboard.press('Escape')

    await page.goto('/#/map-settings')
    const currentMap = page.getByRole('region', { name: 'Map with current settings' })
    await expect(currentMap.getByText('No streets: the map couldn’t be loaded.')).toBeVisible()
    await expect(currentMap.getByText('The map couldn’t be reached.', { exact: true })).toBeHidden()
    streetMap.behave('slow')
    await currentMap.getByRole('button', { name: 'Retry' }).click()
    await expect(currentMap.locator('[data-ground]')).toHaveAttribute('data-ground', 'streets')
    await expect(currentMap.getByText('No streets: the map couldn’t be loaded.')).toBeHidden()
  })

test('Google’s map shows that it is loading and gives way to the built-in map when unavailable, and Retry brings it back', async ({
  muster,
  person,
  watch,
}) => {
  watch.expectOrigin(google.origin)
  watch.expectRefusal(503)
  const { token } = await muster.signIn({ email: emailOf('super'), password })
  await muster.call('PUT', '/maps/settings', { token, body: { base: { kind: 'google' } } })
  const { page } = await person({ as: 'super' })
  await page.goto('/#/zone-selector')
  const map = page.getByRole('region', { name: /^Map of / })
  await expect(map.getByText('Google Maps couldn’t be loaded.')).toBeVisible()
  // The zone is drawn anyway.
  await expect(map.locator('canvas')).toBeVisible()
  expect(google.asked.length).toBe(2)
  expect(google.asked[0]).toBe(
    `/maps/api/js?key=${googleKey}&libraries=places%2Cgeometry&language=en&region=IN`,
  )

  const { promise, resolve } = Promise.withResolvers<'good'>()
  google.behave(promise)
  await map.getByRole('button', { name: 'Retry' }).click()
  await expect(map.getByText('Loading the map…')).toBeVisible()
  resolve('good')
  await expect(map.getByText('Stand-in map: hybrid, zoom 15')).toBeVisible()
  const drawnPolygon = await page.evaluate(
    () => (window as unknown as { drawn: { fillColor: string } }).drawn,
  )
  expect(drawnPolygon).toMatchObject({
    fillColor: '#DC6068',
    fillOpacity: 0.25,
    strokeColor: '#DC6068',
    strokeWeight: 2,
  })
})
