import type { Page } from '@playwright/test'
import { expectNoBarrier, variants } from '../barriers.ts'
import { type DemoKey, expect, test } from '../fixtures.ts'
import { findDetails, findRows, openPage, places, waitForMap } from '../screens.ts'

const yard = 'Yamuna Works Yard'
type Screen = { path: string; ready: (page: Page) => Promise<unknown>; dialog?: string }
const heading = (name: RegExp | string) => (page: Page) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()

const corners = [
  [77.3, 28.7],
  [77.302, 28.7],
  [77.302, 28.702],
  [77.3, 28.7],
]
const triangle = {
  name: 'quay.geojson',
  mimeType: 'application/geo+json',
  buffer: Buffer.from(
    JSON.stringify({
      type: 'Feature',
      properties: { name: 'Quay' },
      geometry: { type: 'Polygon', coordinates: [corners] },
    }),
  ),
}

/**
 * Screens with something opened on them. The screens themselves are in screens.spec.ts; what people open in other journeys is checked
 * there, such as the settings, the security screens and the menus.
 */
const visitors: { as: DemoKey; zone?: string; screens: Screen[] }[] = [
  {
    as: 'member',
    zone: yard,
    screens: [
      {
        path: '/hazards?report=1',
        ready: page => expect(page.getByRole('button', { name: 'Add my position' })).toBeVisible(),
        dialog: 'Report Notification',
      },
      {
        path: '/my-groups',
        ready: async page => {
          await page.getByRole('link', { name: 'Open Chat of Night shift' }).click()
          await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
        },
      },
      {
        path: '/documents',
        ready: async page => {
          await page.getByRole('button', { name: /^Safety/ }).click()
          await expect(page.getByRole('button', { name: 'Read and confirm: Site rules' })).toBeVisible()
        },
      },
      {
        path: '/my-zones',
        ready: async page => {
          const card = page.getByRole('article', { name: yard })
          await card.getByRole('button', { name: 'Check Position' }).click()
          await expect(card.getByText(/You are INSIDE/)).toBeVisible()
        },
      },
    ],
  },
  {
    as: 'manager',
    zone: yard,
    screens: [
      {
        // Search by name, because the list only renders rows near the viewport.
        path: '/zone-app-users?q=Arjun',
        ready: async page => {
          await findRows(page).filter({ hasText: 'Arjun' }).click()
          await expect(findDetails(page, /^Arjun/).getByText('Assigned to zone')).toBeVisible()
        },
      },
      {
        path: '/zone-app-users',
        ready: page => page.getByRole('button', { name: 'Add User' }).first().click(),
        dialog: 'Add User by Code',
      },
      {
        path: '/zones',
        ready: async page => {
          await page.getByRole('button', { name: `View ${yard}` }).click()
          await expect(page.getByRole('region', { name: 'Currently Inside' })).toBeVisible()
        },
      },
      {
        path: '/hazards?map=1',
        ready: page =>
          expect(page.getByRole('region', { name: `Map of open hazards in ${yard}` })).toHaveAttribute(
            'aria-busy',
            'false',
          ),
      },
      {
        path: '/broadcasts?send=1',
        ready: async page => {
          await page.getByRole('switch', { name: 'Ask for an answer' }).check()
          await expect(page.getByText(/It goes to/)).toBeVisible()
        },
        dialog: 'Send New Broadcast',
      },
      {
        path: '/groups',
        ready: async page => {
          await page.getByRole('link', { name: 'View Group Night shift' }).click()
          await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
        },
      },
      {
        path: '/documents?open=upload',
        ready: page => expect(page.getByText(/This zone’s files use/)).toBeVisible(),
        dialog: 'Upload File',
      },
      {
        path: '/inside-now',
        ready: async page => {
          await page.getByRole('button', { name: 'Show map' }).click()
          await expect(page.getByRole('region', { name: `Live map of ${yard}` })).toHaveAttribute(
            'aria-busy',
            'false',
          )
        },
      },
    ],
  },
  {
    as: 'super',
    screens: [
      {
        path: '/zones',
        ready: page => page.getByRole('button', { name: 'Create Zone' }).first().click(),
        dialog: 'Create Normal Zone',
      },
      { path: '/zone-selector', ready: waitForMap },
      {
        path: '/zones',
        ready: async page => {
          await page.getByRole('button', { name: 'Files' }).click()
          await page.getByRole('menuitem', { name: 'Import zones' }).click()
          await page.locator('input[type=file]').setInputFiles(triangle)
          await expect(page.getByText('1 zone found')).toBeVisible()
          await waitForMap(page)
        },
        dialog: 'Import zones',
      },
      {
        path: '/zones',
        ready: async page => {
          await page.getByRole('button', { name: 'More options' }).click()
          await page.getByRole('menuitem', { name: 'Interactive' }).click()
          await waitForMap(page)
        },
        dialog: 'Interactive Zone Creator',
      },
    ],
  },
]

for (const { as, zone, screens } of visitors)
  test(`the dialogs, drawers and menus of ${as} are accessible`, async ({ person }) => {
    const { page } = await person({
      as,
      at: places.inYard,
      viewport: variants[0].viewport,
      ...(zone && { inZone: zone }),
    })
    const toScreen = (path: string) => path.split('?')[0]
    for (const [index, { path, ready, dialog }] of screens.entries()) {
      // Another screen in between closes what is open on the same screen, without a reload.
      if (toScreen(screens[index - 1]?.path ?? '') === toScreen(path)) {
        await openPage(page, '/alerts')
        await heading('Alerts')(page)
      }
      await openPage(page, path)
      await ready(page)
      await expectNoBarrier(page, path, dialog ? { dialog: page.getByRole('dialog', { name: dialog }) } : {})
    }
    if (as === 'super') await checkZoneDialogs(page)
  })

/** Checks the dialogs about a zone, and that the focus returns to the control that opened one. */
async function checkZoneDialogs(page: Page): Promise<void> {
  await openPage(page, '/zones')
  const checkDialog = async (dialog: string | RegExp) => {
    const shownDialog = page.getByRole('dialog', { name: dialog })
    await expect(shownDialog).toBeVisible()
    await expectNoBarrier(page, String(dialog), { dialog: shownDialog, only: 'phone' })
    await shownDialog.getByRole('button', { name: 'Close' }).click()
    await expect(shownDialog).toBeHidden()
  }
  for (const [menuItem, dialog] of [
    ['From Location', 'Create Zone from Location'],
    ['Multi-Coord Zone', 'Create Multi-Coordinate Zone'],
  ] as const) {
    await page.getByRole('button', { name: 'More options' }).click()
    await page.getByRole('menuitem', { name: menuItem }).click()
    await checkDialog(dialog)
  }
  await page.getByRole('button', { name: `View ${yard}` }).click()
  for (const [action, dialog] of [
    ['Edit Zone', 'Edit Zone'],
    ['Shape history', `Shape history of ${yard}`],
    ['Set status', `Status of ${yard}`],
    ['Users', `Users in ${yard}`],
    ['Delete Zone', 'Permanently Delete Zone'],
  ] as const) {
    await findDetails(page, yard).getByRole('button', { name: action, exact: true }).click()
    await checkDialog(dialog)
  }

  await test.step('the focus returns to the control that opened a dialog, the second time as well', async () => {
    const deleteButton = findDetails(page, yard).getByRole('button', { name: 'Delete Zone' })
    const confirmDialog = page.getByRole('dialog', { name: 'Permanently Delete Zone' })
    await expect(deleteButton).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(confirmDialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(confirmDialog).toBeHidden()
    await expect(deleteButton).toBeFocused()
  })
}
