import { emailOf, expect, password, pin, test } from '../fixtures.ts'
import { findDetails, openPage, places } from '../screens.ts'

const ring = (lng: number, lat: number) => [
  [lng, lat],
  [lng + 0.002, lat],
  [lng + 0.002, lat + 0.002],
  [lng, lat],
]
const feature = (name: string, coordinates: unknown) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Polygon', coordinates },
})

test('zones are created from two corners, from points, from the current position, on the map and from a file', async ({
  person,
}) => {
  const { page: otherPage } = await person({ as: 'super' })
  await openPage(otherPage, '/zones')
  await expect(otherPage.getByRole('article', { name: 'Yamuna Works Yard' })).toBeVisible()
  const { page } = await person({ as: 'super', at: places.inYard, coarse: true })
  await openPage(page, '/zones')
  for (const name of ['Connaught Place Office', 'Yamuna Works Yard', 'India Gate Rally Point'])
    await expect(page.getByRole('article', { name })).toBeVisible()
  const findDialog = (name: string) => page.getByRole('dialog', { name })
  const submitZone = (name: string) => findDialog(name).getByRole('button', { name: 'Create Zone' }).click()
  const openCreator = async (method: string) => {
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: method }).click()
  }
  const findCard = (name: string) => page.getByRole('article', { name, exact: true })

  await test.step('a zone is created from two corners once the errors are corrected, live for others', async () => {
    await page.getByRole('button', { name: 'Create Zone' }).first().click()
    const dialog = findDialog('Create Normal Zone')
    const create = () => submitZone('Create Normal Zone')
    await create()
    await test.step('the errors and the first invalid field are in view below the header', async () => {
      await expect(dialog.getByText('Zone name is required', { exact: true })).toBeVisible()
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
    await test.step('the error about a zone without an area is in view', async () => {
      for (const corner of ['Start corner', 'End corner']) {
        await dialog.getByLabel(`${corner} latitude`).fill('28.6402')
        await dialog.getByLabel(`${corner} longitude`).fill('77.2301')
      }
      await create()
      await expect(dialog.getByText('The shape doesn’t enclose an area.')).toBeInViewport({ ratio: 1 })
    })
    await dialog.getByLabel('End corner latitude').fill('28.6391')
    await dialog.getByLabel('End corner longitude').fill('77.2323')
    await create()
    await expect(page.getByText('Zone Created').first()).toBeVisible()
    await expect(findCard('Gate 7 Laydown').getByText('Active', { exact: true })).toBeVisible()
    await expect(findCard('Gate 7 Laydown')).toContainText('0 / 35 inside')
    await expect(otherPage.getByRole('article', { name: 'Gate 7 Laydown' })).toBeVisible()
    await otherPage.close()
    await findCard('Gate 7 Laydown').getByRole('button', { name: 'View Gate 7 Laydown' }).click()
    const details = findDetails(page, 'Gate 7 Laydown')
    await expect(details.getByText(/28\.6402/)).toBeVisible()
    await expect(details.getByText(/77\.2323/)).toBeVisible()
    await details.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('a zone is created from points', async () => {
    await openCreator('Multi-Coord Zone')
    const dialog = findDialog('Create Multi-Coordinate Zone')
    await dialog.getByLabel('Zone name').fill('Triangle yard')
    for (const [lat, lng] of [
      ['28.6601', '77.2001'],
      ['28.6621', '77.2001'],
      ['28.6621', '77.2031'],
    ] as const) {
      await dialog.getByLabel('New coordinate latitude').fill(lat)
      await dialog.getByLabel('New coordinate longitude').fill(lng)
      await dialog.getByRole('button', { name: 'Add Coordinate' }).click()
    }
    await submitZone('Create Multi-Coordinate Zone')
    await expect(findCard('Triangle yard')).toContainText('0 / 50 inside')
  })

  await test.step('a zone is created from the current position', async () => {
    await openCreator('From Location')
    const dialog = findDialog('Create Zone from Location')
    await expect(dialog.getByLabel('Start corner latitude')).toHaveValue('28.6194')
    await dialog.getByLabel('Zone name').fill('Here')
    await submitZone('Create Zone from Location')
    await expect(findCard('Here')).toContainText('0 / 50 inside')
  })

  await test.step('a zone is created on the map', async () => {
    await openCreator('Interactive')
    const dialog = findDialog('Interactive Zone Creator')
    await dialog.getByLabel('Zone name').fill('Drawn')
    const map = dialog.getByRole('region', { name: 'Map of the new zone' }).first()
    await expect(map).toHaveAttribute('aria-busy', 'false')
    const drawBox = async () => {
      await dialog.getByRole('button', { name: 'Box', exact: true }).click()
      for (const position of [
        { x: 120, y: 120 },
        { x: 260, y: 240 },
      ]) {
        await map.click({ position })
        await page.waitForTimeout(400)
      }
    }
    await drawBox()
    await expect(dialog.getByText(/^Area /)).toBeVisible()
    // Coordinates typed far away move the map there, so the next shape is drawn around them.
    for (const [corner, lat, lng] of [
      ['Start corner', '52.502', '13.4'],
      ['End corner', '52.5', '13.403'],
    ] as const) {
      await dialog.getByLabel(`${corner} latitude`).fill(lat)
      await dialog.getByLabel(`${corner} longitude`).fill(lng)
    }
    await drawBox()
    await expect(dialog.getByLabel('Start corner latitude')).toHaveValue(/^52\.50/)
    await submitZone('Interactive Zone Creator')
    await expect(findCard('Drawn')).toBeVisible()
  })

  await test.step('zones are created from a file, and entries that are not zones are listed', async () => {
    await page.getByRole('button', { name: 'Files' }).click()
    await page.getByRole('menuitem', { name: 'Import zones' }).click()
    const dialog = findDialog('Import zones')
    const features = [feature('Quay', [ring(77.3, 28.7)]), feature('Line', [ring(77.3, 28.7).slice(0, 2)])]
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'zones.geojson',
      mimeType: 'application/geo+json',
      buffer: Buffer.from(JSON.stringify({ type: 'FeatureCollection', features })),
    })
    await expect(dialog.getByRole('status').filter({ hasText: '1 zone found · 1 rejected' })).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'Rejected' })).toContainText(
      'A ring needs at least three different points.',
    )
    await dialog.getByRole('button', { name: 'Create 1 zone' }).click()
    await expect(findCard('Quay')).toBeVisible()
    await expect(findCard('Line')).toHaveCount(0)
  })
})

test('a zone is changed, closed to its member, reopened and deleted, each visible live to the member', async ({
  person,
  enrol,
  muster,
  watch,
}) => {
  const zone = 'Tower crane ring'
  const { token } = await muster.signIn({ email: emailOf('super'), password })
  const corners = { start: { lat: 28.6329, lng: 77.2172 }, end: { lat: 28.6301, lng: 77.2214 } }
  const body = { requestId: crypto.randomUUID(), name: zone, shape: { boundary: 'rectangle', ...corners } }
  const { id } = (await muster.call('POST', '/zones', { token, body })) as { id: string }
  const account = await enrol('Mira Sen')
  const newMember = { userCode: account.userCode, role: 'app_user' }
  await muster.call('POST', `/zones/${id}/users`, { token, body: newMember })
  const session = await muster.signIn(account)
  await muster.call('POST', `/zones/${id}/enter`, { token: session.token, body: { pin } })
  const { page: memberPage } = await person({ as: account })
  await openPage(memberPage, '/my-zones')
  await expect(memberPage.getByRole('article', { name: zone })).toBeVisible()

  const { page } = await person({ as: 'super', coarse: true })
  await openPage(page, '/zones')
  const card = page.getByRole('article', { name: zone })
  await card.getByRole('button', { name: `View ${zone}` }).click()
  const details = findDetails(page, zone)

  await test.step('the shape is redrawn, and the former one restored', async () => {
    await details.getByRole('button', { name: 'Edit Zone' }).click()
    const editDialog = page.getByRole('dialog', { name: 'Edit Zone' })
    await editDialog.getByLabel('Start corner latitude').fill('28.6339')
    await editDialog.getByRole('button', { name: 'Save Zone' }).click()
    await expect(editDialog).toBeHidden()
    await expect(details).toContainText('28.633900')
    await details.getByRole('button', { name: 'Shape history' }).click()
    const shapesDialog = page.getByRole('dialog', { name: `Shape history of ${zone}` })
    await shapesDialog.getByRole('button', { name: /^Shape 1/ }).click()
    await shapesDialog.getByRole('button', { name: 'Restore this shape' }).click()
    await page.keyboard.press('Escape')
    await expect(details).toContainText('28.632900')
  })

  const setStatus = async (status: string) => {
    await details.getByRole('button', { name: 'Set status' }).click()
    const dialog = page.getByRole('dialog', { name: `Status of ${zone}` })
    await dialog.getByRole('radio', { name: status }).check()
    await dialog.getByRole('button', { name: 'Set status' }).click()
    await expect(dialog).toBeHidden()
  }
  await test.step('the zone is closed and opened', async () => {
    watch.expectRefusal(404)
    await setStatus('Suspended')
    await expect(memberPage.getByRole('article', { name: zone })).toHaveCount(0)
    await setStatus('Active')
    await expect(memberPage.getByRole('article', { name: zone })).toBeVisible()
  })

  await test.step('the zone is deleted after a list of what is lost', async () => {
    watch.expectRefusal(404)
    await details.getByRole('button', { name: 'Delete Zone' }).click()
    const dialog = page.getByRole('dialog', { name: 'Permanently Delete Zone' })
    await expect(dialog.getByText(/^1 member will be unlinked/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete Zone' }).click()
    await expect(page.getByText('Zone permanently deleted and all users unlinked successfully')).toBeVisible()
    await expect(card).toHaveCount(0)
    await expect(memberPage.getByRole('article', { name: zone })).toHaveCount(0)
  })
})
