import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Muster } from '../muster.ts'
import { type Account, checkPositionAs, findZoneId, pin } from '../people.ts'
import { openPage, places } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const phoneViewport = { width: 360, height: 740 }

/** Makes the person a captain of the zone, and a poster for its visitors; returns the poster's token. */
async function prepareZone(muster: Muster, manager: Account, captain: Account): Promise<string> {
  const { token } = await muster.signIn(manager)
  const zoneId = await findZoneId(muster, yard)
  await muster.call('POST', `/zones/${zoneId}/enter`, { token, body: { pin } })
  await muster.call('PUT', `/zones/${zoneId}/captains`, {
    token,
    body: { userIds: [captain.userId], expectedIds: [] },
  })
  const poster = await muster.call('POST', `/zones/${zoneId}/visitor-poster`, { token, body: {} })
  return (poster as { token: string }).token
}

const findNumber = (board: Page, label: string) =>
  board.getByRole('group', { name: 'People by state' }).getByRole('button', { name: label })

test('a drill accounts for a member, a visitor and somebody whom a captain without a network sees', async ({
  muster,
  person,
  enrol,
  watch,
}) => {
  watch.expectDisconnect()
  const managerAccount = await enrol('Dora Lindholm', { [yard]: 'zone_manager_rw' })
  const captainAccount = await enrol('Cem Aydin', { [yard]: 'app_user' })
  const workerAccount = await enrol('Wanda Keller', { [yard]: 'app_user' })
  const absentAccount = await enrol('Aron Novak', { [yard]: 'app_user' })
  const poster = await prepareZone(muster, managerAccount, captainAccount)
  const onSite = { viewport: phoneViewport, touch: true, at: places.inYard }
  for (const account of [workerAccount, absentAccount])
    await checkPositionAs(muster, account, yard, places.inYard)
  const { page: desk } = await person({ as: managerAccount, inZone: yard })
  const { page: phone } = await person({ as: workerAccount, inZone: yard, ...onSite })
  const { page: captainPhone, context: captainContext } = await person({ as: captainAccount, ...onSite })
  const { page: visitorPhone } = await person({ viewport: phoneViewport, touch: true })
  await openPage(phone, '/dashboard')

  await test.step('a visitor signs in by the poster, without an account', async () => {
    await openPage(visitorPhone, `/visit/${poster}`)
    await visitorPhone.getByRole('textbox', { name: 'Your name' }).fill('Vera Visitor')
    await visitorPhone.getByRole('textbox', { name: 'Phone' }).fill('+91 11 5550 0142')
    await visitorPhone.getByRole('checkbox').check()
    await visitorPhone.getByRole('button', { name: 'Sign in' }).tap()
    await expect(visitorPhone.getByRole('button', { name: 'Sign out' })).toBeVisible()
  })

  await test.step('the captain has the list before the alarm', async () => {
    await openPage(captainPhone, '/captain')
    await expect(captainPhone.getByText('Aron Novak')).toBeVisible()
  })

  await test.step('the manager calls everyone', async () => {
    await openPage(desk, '/dashboard')
    await desk.getByRole('button', { name: 'Call everyone inside' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Call everyone inside' })
    await dialog.getByRole('switch', { name: 'This is a drill' }).check()
    await dialog.getByRole('button', { name: 'Start the drill' }).click()
    await expect(desk.getByRole('heading', { name: `DRILL: Leave ${yard} now` })).toBeVisible()
  })

  await test.step('the member and the visitor answer', async () => {
    const bar = phone.getByRole('region', { name: `Drill: Leave ${yard} now` })
    await bar.getByRole('button', { name: 'I need help' }).tap()
    await expect(bar.getByText('You asked for help')).toBeVisible()
    await visitorPhone.getByRole('button', { name: 'I’m safe' }).tap()
    await expect(findNumber(desk, 'Needs help')).toContainText('1')
    await desk.getByRole('group', { name: 'People by state' }).getByRole('button', { name: 'Safe' }).click()
    await expect(desk.getByText('Vera Visitor').first()).toBeVisible()
    await bar.getByRole('button', { name: 'Change answer' }).tap()
    await bar.getByRole('button', { name: 'I’m safe' }).tap()
    await expect(findNumber(desk, 'Needs help')).toContainText('0')
  })

  await test.step('the captain marks somebody without a network, and the board learns of it afterwards', async () => {
    // The captain was on no roll, so the alarm asked them too.
    await captainPhone.getByRole('button', { name: 'I’m safe' }).tap()
    await expect(captainPhone.getByRole('alertdialog')).toBeHidden()
    const tick = captainPhone.getByRole('button', { name: 'Aron Novak: Safe' })
    await expect(tick).toBeVisible({ timeout: 30_000 })
    await captainContext.setOffline(true)
    await tick.tap()
    await expect(captainPhone.getByText('not sent yet').first()).toBeVisible()
    await captainContext.setOffline(false)
    await desk.getByRole('group', { name: 'People by state' }).getByRole('button', { name: 'Safe' }).click()
    await expect(desk.getByText('Aron Novak').first()).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the all clear ends it, and the report says how people were accounted for', async () => {
    await desk.getByRole('button', { name: 'All clear' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Give the all clear?' })
    // People of the demo data are still missing, and the manager has to say so.
    await dialog.getByRole('checkbox', { name: /^I know that/ }).check()
    await dialog.getByRole('button', { name: /^All clear with/ }).click()
    await expect(desk.getByRole('region', { name: 'Report' })).toBeVisible()
    await expect(desk.getByText('On their own phone').first()).toBeVisible()
    await expect(phone.getByRole('region', { name: `Drill: Leave ${yard} now` })).toBeHidden()
  })
})
