import { expect, test } from '../fixtures.ts'
import { findPersonRow, moveTo, openPage, places } from '../screens.ts'

const zone = 'India Gate Rally Point'
const zonePosition = { latitude: 28.6129, longitude: 77.2295 }

test('a check without a response survives a dead server and a reload and counts once; open tabs and screens recover', async ({
  person,
  enrol,
  muster,
  watch,
}) => {
  watch.expectDisconnect()
  const account = await enrol('Farid Noor', { [zone]: 'app_user' })
  const { page, context } = await person({ as: account, at: zonePosition, inZone: zone })
  await openPage(page, '/my-zones')
  const managerAccount = await enrol('Gita Noor', { [zone]: 'zone_manager_rw' })
  const { page: managerPage } = await person({ as: managerAccount, inZone: zone })
  await openPage(managerPage, '/zone-manager')
  const memberCard = findPersonRow(managerPage, 'Farid Noor')
  await expect(memberCard.getByText('No Data')).toBeVisible()
  const card = page.getByRole('article', { name: zone })
  const waitingChecks = card.getByRole('status', { name: `Earlier checks for ${zone}` })
  const countRecorded = async () => {
    const sql = 'select count(*)::int as checks from position_checks where user_id = $1'
    return (await muster.sql(sql, [account.userId]))[0]?.checks
  }
  const isWaiting = () =>
    expect(waitingChecks).toContainText(/Waiting to send\s*Checked at (\d+ \w+, )?\d\d:\d\d/)

  await test.step('the server records the check, but its response is lost', async () => {
    const statuses: number[] = []
    await page.route('**/rpc/presence/checkUserInZone', async route => {
      const response = await route.fetch().catch(() => undefined)
      if (response) statuses.push(response.status())
      await route.abort('connectionfailed').catch(() => undefined)
    })
    await card.getByRole('button', { name: 'Check Position' }).click()
    await isWaiting()
    expect(statuses[0]).toBe(200)
    expect(await countRecorded()).toBe(1)
    await expect(memberCard.getByText('Inside Zone')).toBeVisible()
  })

  await test.step('the retry finds the server down', async () => {
    await muster.kill()
    await card.getByRole('button', { name: 'Send now' }).click()
    await isWaiting()
    await muster.start()
  })

  await test.step('the check survives a reload', async () => {
    await page.reload()
    await isWaiting()
    expect(await countRecorded()).toBe(1)
  })

  await test.step('once the network is back, the check is sent automatically, as one check and one visit', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(true)
    await context.setOffline(false)
    await expect(waitingChecks.getByText(`You are INSIDE ${zone}!`)).toBeVisible()
    await expect(card.getByText('Inside', { exact: true })).toBeVisible()
    expect(await countRecorded()).toBe(1)
    const { token } = await muster.signIn(account)
    const { zones } = (await muster.call('GET', '/presence/mine', { token })) as {
      zones: { presence: string; recent: unknown[] }[]
    }
    expect(zones).toMatchObject([{ presence: 'inside', recent: [{ exitTime: null }] }])
  })

  await test.step('a new tab is signed in and in the zone, and the manager’s screen continues live', async () => {
    await page.close()
    const reopenedPage = await context.newPage()
    await openPage(reopenedPage, '/my-zones')
    const reopenedCard = reopenedPage.getByRole('article', { name: zone })
    await expect(reopenedCard.getByText('Inside', { exact: true })).toBeVisible()
    await expect(reopenedCard.getByText(/Last check/)).toBeVisible()
    await expect(memberCard.getByText('Inside Zone')).toBeVisible()
    await expect(managerPage.getByText(/Reconnecting|Not live/)).toHaveCount(0, { timeout: 40_000 })
    await moveTo(reopenedPage, places.farAway)
    await reopenedCard.getByRole('button', { name: 'Check Position' }).click()
    await expect(reopenedCard.getByText(`You are OUTSIDE ${zone}`)).toBeVisible()
    await expect(memberCard.getByText('Outside Zone')).toBeVisible()
  })
})
