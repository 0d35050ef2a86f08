import { decide } from '@muster/domain/geofence.ts'
import { demoZones } from '@muster/server/src/demo/demo-organisation.ts'
import { expect, test } from '../fixtures.ts'
import { enterZone, findPersonRow, goTo, moveTo, openPage, places, typePin } from '../screens.ts'

const yard = demoZones.find(it => it.key === 'yard')
if (!yard) throw new Error('The demo has lost its yard')
const { name: zone, shape } = yard
const { latitude: lat, longitude: lng } = places.inYard
const metersToCentre = Math.round(decide(shape, { lat, lng }).distanceToCenterM)

test('a newcomer signs up, is added by their code and checks their position, and the manager sees it live', async ({
  person,
}) => {
  const { page: newcomerPage } = await person({ at: places.inYard })
  const { page: managerPage } = await person({ as: 'manager', inZone: zone })
  let userCode = ''

  await test.step('the newcomer fills in the form', async () => {
    await openPage(newcomerPage, '/login')
    await newcomerPage.getByRole('link', { name: 'Sign up' }).click()
    await newcomerPage.getByLabel('First name').fill('Nila')
    await newcomerPage.getByLabel('Last name').fill('Bose')
    await newcomerPage.getByLabel('Email').fill('nila.bose@example.org')
    await newcomerPage.getByLabel('Date of birth').fill('1994-05-17')
    await newcomerPage.getByLabel('Phone').fill('+91 (11) 5550-0142')
    await newcomerPage.getByLabel('Password', { exact: true }).fill('seven-orange-birds')
    await newcomerPage.getByLabel('Confirm password').fill('seven-orange-birds')
    await typePin(newcomerPage, 'Zone entry PIN', '1357')
    await typePin(newcomerPage, 'Confirm PIN', '1357')
    await newcomerPage.getByRole('button', { name: 'Create account' }).click()
  })

  await test.step('the newcomer sees their user code and what it is for', async () => {
    await expect(newcomerPage.getByText('Account Created', { exact: true }).first()).toBeVisible()
    await expect(newcomerPage).toHaveURL(/#\/zone-selection/)
    const code = newcomerPage.getByRole('img', { name: /^Your user code: / })
    await expect(code).toBeVisible()
    await expect(newcomerPage.getByText(/share your user code with a zone manager/i)).toBeVisible()
    userCode = (await code.textContent()) ?? ''
    expect(userCode).toMatch(/^[A-Z]+(-[A-Z0-9]{4}){3}$/)
  })

  await test.step('a zone manager adds the newcomer by code', async () => {
    await openPage(managerPage, '/zone-app-users')
    await managerPage.getByRole('button', { name: 'Add User' }).first().click()
    const dialog = managerPage.getByRole('dialog', { name: 'Add User by Code' })
    await dialog.getByLabel('User code').fill(userCode.toLowerCase())
    await expect(dialog.getByRole('radio', { name: 'App User' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Add User' }).click()
    await expect(managerPage.getByText('User Added Successfully').first()).toBeVisible()
    await managerPage.getByLabel('Search by name, email or user code').fill('nila')
    await expect(findPersonRow(managerPage, 'Nila Bose')).toContainText('Invited')
  })

  await test.step('the newcomer sees the zone live as an invitation and enters it', async () => {
    await expect(newcomerPage.getByRole('article', { name: zone }).getByText('Invited')).toBeVisible()
    await enterZone(newcomerPage, zone, '1357')
  })

  // From here on, the manager only watches.
  await openPage(managerPage, '/zones')
  await managerPage.getByRole('button', { name: `View ${zone}` }).click()
  const insideRegion = managerPage.getByRole('region', { name: 'Currently Inside' })
  await expect(insideRegion).toBeVisible()
  await expect(insideRegion.getByText('Nila Bose')).toHaveCount(0)

  await test.step('the newcomer checks their position: inside, with the distance', async () => {
    await goTo(newcomerPage, 'Zone Presence')
    await newcomerPage
      .getByRole('article', { name: zone })
      .getByRole('button', { name: 'Check Position' })
      .click()
    const outcome = newcomerPage.getByRole('status', { name: `Position in ${zone}` })
    await expect(outcome.getByText(`You are INSIDE ${zone}!`)).toBeVisible()
    await expect(outcome.getByText(`${metersToCentre} m to the centre`, { exact: true })).toBeVisible()
    await expect(newcomerPage.getByText('Inside Zone', { exact: true }).first()).toBeVisible()
    await expect(newcomerPage.getByText(`You are inside ${zone}`, { exact: true })).toBeVisible()
  })

  await test.step('the manager sees it live', async () => {
    const row = insideRegion.getByRole('listitem').filter({ hasText: 'Nila Bose' })
    await expect(row).toContainText(/Since/)
    await expect(row.getByRole('time').or(row.locator('time')).first()).toBeVisible()
  })

  await test.step('the newcomer leaves and checks again: the visit ends', async () => {
    await moveTo(newcomerPage, places.farAway)
    await newcomerPage.getByRole('button', { name: 'Check Position' }).click()
    const outcome = newcomerPage.getByRole('status', { name: `Position in ${zone}` })
    await expect(outcome.getByText(`You are OUTSIDE ${zone}`)).toBeVisible()
    await expect(newcomerPage.getByText('Outside Zone', { exact: true }).first()).toBeVisible()
    const activity = newcomerPage.getByRole('article', { name: zone }).getByRole('listitem')
    await expect(activity.filter({ hasText: 'Exited' })).toContainText('less than a minute')
    await expect(activity.filter({ hasText: 'Entered' })).toBeVisible()
  })

  await test.step('the manager sees the newcomer under Recently Left, with the visit and its duration', async () => {
    await expect(insideRegion.getByText('Nila Bose')).toHaveCount(0)
    const recentlyLeftRegion = managerPage.getByRole('region', { name: 'Recently Left' })
    await expect(recentlyLeftRegion.getByRole('listitem').filter({ hasText: 'Nila Bose' })).toContainText(
      /At/,
    )
    const historyRegion = managerPage.getByRole('region', { name: 'Recent Activity History' })
    await expect(historyRegion.getByRole('listitem').filter({ hasText: 'Nila Bose' })).toContainText(
      'less than a minute',
    )
  })
})
