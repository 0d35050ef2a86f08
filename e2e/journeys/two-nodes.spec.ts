import { expect, type Person, test } from '../fixtures.ts'
import { type Account, password, pin } from '../people.ts'
import {
  drawPng,
  enterZone,
  findMenuItems,
  findPersonRow,
  moveTo,
  openPage,
  places,
  signIn,
  typePin,
} from '../screens.ts'

test.use({ settings: { DEMO: '0' } })

const zone = 'North yard'
const { latitude: lat, longitude: lng } = places.inYard

test('two nodes act as one Muster: first administrator, photos, sessions, live presence, and the loss of one node', async ({
  person,
  muster,
  watch,
}) => {
  watch.expectRefusal(410)
  const secondNode = await muster.startNode()
  watch.expectOrigin(secondNode.origin)
  const secondNodeUrl = (path: string) => `${secondNode.origin}/#${path}`

  await test.step('the link of the first administrator works once, on either node', async () => {
    const readSetupLink = () => /\/#(\/signup\?setup=\S+)(?=\n)/.exec(muster.said())?.[1] ?? ''
    await expect.poll(readSetupLink).not.toBe('')
    const { page } = await person()
    await page.goto(secondNodeUrl(readSetupLink()))
    await expect(page.getByRole('heading', { name: 'Create the first super admin' })).toBeVisible()
    await fillSignUp(page, 'first.admin@example.org')
    await expect(page).toHaveURL(/#\/super-admin-dashboard$/)
    await expect(findMenuItems(page).filter({ hasText: 'Employees' })).toBeVisible()
    // The browser has no session at the other node's address.
    await openPage(page, readSetupLink())
    await fillSignUp(page, 'late.comer@example.org')
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    // Without the demo, no demo accounts are offered.
    await expect(page.getByText('Demo: sign in as')).toHaveCount(0)
    await page.close()
  })

  const adminSession = await muster.signIn({ email: 'first.admin@example.org', password })
  const { id: zoneId } = (await muster.call('POST', '/zones', {
    token: adminSession.token,
    body: {
      requestId: crypto.randomUUID(),
      name: zone,
      shape: {
        boundary: 'rectangle',
        start: { lat: lat - 0.001, lng: lng - 0.001 },
        end: { lat: lat + 0.001, lng: lng + 0.001 },
      },
    },
  })) as { id: string }
  const join = async (firstName: string, role: string): Promise<Account> => {
    const email = `${firstName.toLowerCase()}.two.nodes@example.org`
    const { session } = (await muster.call('POST', '/auth/sign-up', {
      body: {
        firstName,
        lastName: 'Rao',
        email,
        password,
        pin,
        phone: '+91 11 5550 0199',
        dateOfBirth: '1992-03-04',
        consentVersion: 1,
      },
    })) as { session: { token: string } }
    const { profile } = (await muster.call('GET', '/auth/me', { token: session.token })) as {
      profile: { id: string; userCode: string }
    }
    await muster.call('POST', `/zones/${zoneId}/users`, {
      token: adminSession.token,
      body: { userCode: profile.userCode, role },
    })
    await muster.call('POST', `/zones/${zoneId}/enter`, { token: session.token, body: { pin } })
    return { email, password, name: `${firstName} Rao`, userId: profile.id, userCode: profile.userCode }
  }
  const [worker, manager] = [await join('Wanda', 'app_user'), await join('Mani', 'zone_manager_rw')]

  const { page: managerPage } = await person({ as: manager })
  await openPage(managerPage, '/zone-selection')
  await enterZone(managerPage, zone)
  await openPage(managerPage, '/zone-manager')
  const card = findPersonRow(managerPage, 'Wanda Rao')
  await expect(card.getByText('No Data')).toBeVisible()

  const { page: workerPage } = await person({ at: places.inYard })
  const enterAsWorker = async () => {
    await workerPage.goto(secondNodeUrl('/login'))
    await signIn(workerPage, worker)
    await enterZone(workerPage, zone)
  }
  await enterAsWorker()

  await test.step('a check on one node is seen live on the other', async () => {
    await workerPage.getByRole('button', { name: 'Check Position' }).click()
    await expect(workerPage.getByText(`You are INSIDE ${zone}!`)).toBeVisible()
    await expect(card.getByText('Inside Zone')).toBeVisible()
  })
  await test.step('a photo uploaded to one node is served by the other', async () => {
    const photo = await drawPng(workerPage, 64, 64)
    const { token } = await muster.signIn(worker)
    const uploadResponse = await fetch(`${secondNode.origin}/upload/profile-image`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      body: new Uint8Array(photo),
    })
    expect(uploadResponse.status).toBe(200)
    const picture = card.locator('img')
    await expect(picture).toBeVisible()
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
    // Wait until the worker's own screen shows the picture too; otherwise the session, revoked below, could end while it is
    // loading.
    await expect(workerPage.getByRole('banner').locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  })

  await test.step('a session revoked on one node ends on the other', async () => {
    const { token } = await muster.signIn(worker)
    const { rows } = (await muster.call('GET', '/auth/devices', { token })) as {
      rows: { sessionId: string; current: boolean }[]
    }
    for (const { sessionId, current } of rows)
      if (!current) await muster.call('DELETE', `/auth/devices/${sessionId}`, { token })
    await expect(workerPage).toHaveURL(/#\/login/)
  })

  await test.step('after one node is killed its data is still there, and people continue on the other', async () => {
    await moveTo(workerPage, places.farAway)
    await enterAsWorker()
    await workerPage.getByRole('button', { name: 'Check Position' }).click()
    await expect(workerPage.getByText(`You are OUTSIDE ${zone}!`)).toBeVisible()
    watch.expectDisconnect()
    await secondNode.kill()
    await expect(card.getByText('Outside Zone')).toBeVisible()
    await moveTo(workerPage, places.inYard)
    await workerPage.goto(`${muster.origin}/#/login`)
    await signIn(workerPage, worker)
    await enterZone(workerPage, zone)
    await workerPage.getByRole('button', { name: 'Check Position' }).click()
    await expect(workerPage.getByText(`You are INSIDE ${zone}!`)).toBeVisible()
    await expect(card.getByText('Inside Zone')).toBeVisible()
  })
})

async function fillSignUp(page: Person['page'], email: string): Promise<void> {
  await page.getByLabel('First name').fill('Ila')
  await page.getByLabel('Last name').fill('Sen')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('+91 11 5550 0100')
  await page.getByLabel('Date of birth').fill('1980-01-02')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await typePin(page, 'Zone entry PIN', pin)
  await typePin(page, 'Confirm PIN', pin)
  await page.getByRole('button', { name: 'Create account' }).click()
}
