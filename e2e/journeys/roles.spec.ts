import { type DemoKey, emailOf, expect, password, test } from '../fixtures.ts'
import { enterZone, findMenuItems, findSideMenu, goTo, openPage, signIn } from '../screens.ts'

const yard = 'Yamuna Works Yard'

/** Page headings that are the same for every role, by path. */
const headingsByPath: Record<string, string | RegExp> = {
  '/super-admin': 'Dashboard',
  '/users': 'Users Management',
  '/zones': 'Zone Presence',
  '/organisations': 'Organisations',
  '/inside-now': 'Inside now',
  '/visitors': 'Visitors',
  '/emergencies': 'Emergencies',
  '/zone-app-users': 'App Users',
  '/reports': 'Reports',
  '/security': 'Security',
  '/webhooks': 'Webhooks',
  '/map-settings': 'Map settings',
  '/super-admin/backups': 'Backups',
  '/alerts': 'Alerts',
  '/broadcasts': 'Broadcasts',
  '/hazards': 'Notifications',
  '/documents': 'Files & Folders',
  '/my-groups': 'My Groups',
  // The heading names the zone if the person has only one.
  '/my-zones': /^Zone( Presence$|: )/,
}

type Visit = { role: string; as: DemoKey; name: string; zone?: string; menu: string[][] }

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
  },
]

for (const { role, as, name, zone, menu } of visits) {
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
    // Every menu item opens its own page; the previous page may stay visible for a moment.
    const dashboardHeading = zone ? `Welcome, ${name.split(' ')[0]}` : 'Dashboard'
    for (const [label = '', to = ''] of menu) {
      await goTo(page, label)
      await expect(page).toHaveURL(address => address.hash === `#${to}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(headingsByPath[to] ?? dashboardHeading)
    }
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
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
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
