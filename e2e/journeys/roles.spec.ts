import { expectNoBarrier } from '../barriers.ts'
import { type DemoKey, emailOf, expect, password, test } from '../fixtures.ts'
import {
  enterZone,
  findMenuItems,
  findSettingsCard,
  findSideMenu,
  goTo,
  openPage,
  signIn,
} from '../screens.ts'

const yard = 'Yamuna Works Yard'

type Visit = {
  role: string
  as: DemoKey
  name: string
  zone?: string
  menu: string[][]
  /** An item of the menu, and the heading of its page. */
  opens: [item: string, heading: string]
}

/** The menu of a person who enters a zone, and of one who needs none. menu.test.ts covers all nine roles. */
const visits: Visit[] = [
  {
    role: 'super admin',
    as: 'super',
    name: 'Asha Rao',
    menu: [
      ['Dashboard', '/super-admin'],
      ['Employees', '/users'],
      ['Zones', '/zones'],
      ['Organisations', '/organisations'],
      ['Inside now', '/inside-now'],
      ['Visitors', '/visitors'],
      ['Emergencies', '/emergencies'],
      ['App Users', '/zone-app-users'],
      ['Reports', '/reports'],
      ['Security', '/security'],
      ['Webhooks', '/webhooks'],
      ['Map settings', '/map-settings'],
      ['Backups', '/super-admin/backups'],
    ],
    opens: ['Backups', 'Backups'],
  },
  {
    role: 'app user',
    as: 'member',
    name: 'Arjun Singh',
    zone: yard,
    menu: [
      ['Dashboard', '/dashboard'],
      ['Alerts', '/alerts'],
      ['Broadcasts', '/broadcasts'],
      ['Notifications', '/hazards'],
      ['Files & Folders', '/documents'],
      ['Groups', '/my-groups'],
      ['Zone Presence', '/my-zones'],
      ['Reports', '/reports'],
    ],
    opens: ['Files & Folders', 'Files & Folders'],
  },
]

for (const { role, as, name, zone, menu, opens } of visits) {
  test(`${role} lands on their start page and sees their menu`, async ({ person }) => {
    const { page } = await person()
    await openPage(page, '/login')
    await signIn(page, { email: emailOf(as), password })
    if (zone) {
      await expect(page).toHaveURL(/#\/zone-selection$/)
      await enterZone(page, zone)
      await expect(page).toHaveURL(/#\/dashboard$/)
    } else {
      await expect(page).toHaveURL(/#\/super-admin-dashboard$/)
    }

    // The number of new alerts follows the label.
    await expect(findMenuItems(page)).toHaveText(menu.map(([label = '']) => new RegExp(`^${label}\\d*$`)))
    const addresses = await findMenuItems(page).evaluateAll(links =>
      links.map(it => (it as HTMLAnchorElement).hash),
    )
    expect(addresses).toEqual(menu.map(([, to]) => `#${to}`))
    await expect(findSideMenu(page).getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
    await expect(findSideMenu(page).getByRole('button', { name: 'Sign Out' })).toBeVisible()

    await expect(findSideMenu(page).getByText(name, { exact: true })).toBeVisible()
    await expect(findSideMenu(page).getByText(role, { exact: true })).toBeVisible()
    await expect(findSideMenu(page).getByText(name.charAt(0), { exact: true })).toBeVisible()
    const zoneButton = findSideMenu(page).getByRole('button', { name: /^Selected Zone/ })
    if (zone) await expect(zoneButton).toHaveText(zone)
    else await expect(zoneButton).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Emergency Logout' })).toHaveCount(0)
    // Each address opens its own screen: screens.spec.ts visits them, and the tests of each screen open its address.
    const [item, heading] = opens
    await goTo(page, item)
    await expect(page).toHaveURL(address => address.hash === addresses[menu.findIndex(([it]) => it === item)])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  })
}

test('a person without a zone only sees Dashboard, and the Emergency Logout signs them out', async ({
  person,
}) => {
  const { page } = await person()
  await openPage(page, '/login')
  await signIn(page, { email: emailOf('newcomer'), password })
  await expect(page).toHaveURL(/#\/zone-selection$/)
  await expect(page.getByRole('img', { name: /^Your user code: MUS-/ })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your user code as a QR code' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
  await expectNoBarrier(page, '/zone-selection without a zone')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await findSettingsCard(page, 'Account protection').getByRole('button', { name: 'Delete account' }).click()
  await expectNoBarrier(page, 'settings: Delete account', { dialog: page.getByRole('dialog') })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openPage(page, '/zone-selection')
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL(/#\/dashboard$/)
  await expect(findMenuItems(page)).toHaveText(['Dashboard'])
  await expect(findSideMenu(page).getByRole('button', { name: /Selected Zone/ })).toHaveCount(0)
  await expect(findSideMenu(page).getByRole('link', { name: 'Select Zone' })).toHaveCount(0)
  await findSideMenu(page).getByRole('button', { name: 'Emergency Logout' }).click()
  await expect(page).toHaveURL(/#\/login/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
})
