import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { findMessage, findPersonRow, moveTo, openPage, places, typePin } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const office = 'Connaught Place Office'
const phoneViewport = { width: 360, height: 780 }

test('a worker standing in another of their zones is counted there, is asked whether they work there, and enters it', async ({
  person,
  enrol,
}) => {
  const worker = await enrol('Tara Menon', { [yard]: 'app_user', [office]: 'app_user' })
  const { page } = await person({
    as: worker,
    inZone: yard,
    at: places.inOffice,
    viewport: phoneViewport,
    touch: true,
  })
  const { page: managerPage } = await person({
    as: await enrol('Vik Rao', { [office]: 'zone_manager_rw' }),
    inZone: office,
    viewport: phoneViewport,
    touch: true,
  })
  // From here on, the other zone's manager only watches.
  await openPage(managerPage, '/zone-manager')
  await managerPage.getByLabel('Search by name or email').fill('tara')
  const card = findPersonRow(managerPage, 'Tara Menon')
  await expect(card.getByText('No Data')).toBeVisible()

  const positionStatus = page.getByRole('status', { name: `Position in ${yard}` })
  await test.step('the round Check Position shows them outside the yard and inside the office', async () => {
    await openPage(page, '/my-zones')
    await expect(page.getByRole('article', { name: office })).toBeVisible()
    await page.getByRole('link', { name: 'Check Position' }).click()
    await expect(positionStatus.getByText(`You are OUTSIDE ${yard}!`)).toBeVisible()
    await expect(positionStatus.getByText(`You are INSIDE ${office}. Are you working there?`)).toBeVisible()
    await expect(findMessage(page, `You are outside ${yard}`)).toBeVisible()
    await expect(
      page.getByRole('article', { name: yard }).getByText('Outside', { exact: true }),
    ).toBeVisible()
    await expect(
      page.getByRole('article', { name: office }).getByText('Inside', { exact: true }),
    ).toBeVisible()
  })

  await test.step('the manager of the office sees them inside, live', async () => {
    await expect(card.getByText('Inside Zone')).toBeVisible()
    await expect(card.getByText(/28\.631500, 77\.219300/)).toBeVisible()
  })

  await test.step('the result is accessible, and its button is large enough for a thumb', async () => {
    const enterButton = positionStatus.getByRole('button', { name: 'Enter Zone' })
    expect((await enterButton.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectNoBarrier(page, 'Zone Presence, inside another zone', { shown: enterButton })
    await page.setViewportSize(phoneViewport)
  })

  await test.step('"Are you working there?" asks for the PIN and enters the office', async () => {
    await positionStatus.getByRole('button', { name: 'Enter Zone' }).click()
    await expect(page.getByRole('dialog', { name: `Enter ${office}` })).toBeVisible()
    await typePin(page, 'Zone entry PIN', '2468')
    await expect(page.getByRole('button', { name: `Selected Zone: ${office}` }).first()).toBeVisible()
    await expect(positionStatus.getByText(`You are INSIDE ${office}. You’re working there.`)).toBeVisible()
  })

  await test.step('the zone selection marks where they are', async () => {
    await page
      .getByRole('button', { name: `Selected Zone: ${office}` })
      .first()
      .click()
    await expect(page.getByRole('menuitem', { name: new RegExp(office) })).toContainText('Inside')
    await page.keyboard.press('Escape')
  })

  await test.step('a check far away also ends the visit to the office', async () => {
    await moveTo(page, places.farAway)
    await page.getByRole('article', { name: yard }).getByRole('button', { name: 'Check Position' }).click()
    await expect(
      page.getByRole('article', { name: office }).getByText('Outside', { exact: true }),
    ).toBeVisible()
    await expect(card.getByText('Outside Zone')).toBeVisible()
  })
})
