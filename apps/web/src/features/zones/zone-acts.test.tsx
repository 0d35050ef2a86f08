import type { MyZone } from '@muster/contract/zones.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectionStore } from '../../lib/connection-store.ts'
import { answer, fakeServer, type Handlers, refusal } from '../../testing/fake-server.ts'
import { createInsideHandlers } from '../../testing/inside.ts'
import { aZone, createServerHandlers, signIn, toListedZone } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

const north = aZone({ entryExpiresAt: '2036-01-01T00:00:00.000Z' })
const onCall = vi.fn<(name: string, input: unknown) => void>()
const inputFor = (name: string) => onCall.mock.calls.find(([calledName]) => calledName === name)?.[1]

const otherHandlers: Handlers = {
  'presence/mine': () => answer({ zones: [] }),
  ...createInsideHandlers({ zoneId: north.id, maxCapacity: 50 }, []),
  'zones/counts': () => answer({ all: 1, active: 1, pending: 0, suspended: 0 }),
  'zones/all': () => answer({ rows: [toListedZone(north)], next: null }),
  'zones/get': () => answer(north),
}

function renderZones(
  path: string,
  role: Parameters<typeof createServerHandlers>[0],
  extraHandlers: Handlers = {},
  zone: MyZone = north,
) {
  fakeServer({ ...createServerHandlers(role, [zone]), ...otherHandlers, ...extraHandlers }, onCall)
  signIn()
  renderPage(path)
  return userEvent.setup()
}
beforeEach(() => onCall.mockClear())

const getButtonNames = (element: HTMLElement) =>
  within(element)
    .getAllByRole('button')
    .map(it => it.getAttribute('aria-label') ?? it.textContent)

it.each([
  [
    'super_admin',
    [
      'Edit',
      'Shape history',
      'View Zone Users',
      'Add User by Code',
      'Suspend',
      'Export as GeoJSON',
      'Delete',
    ],
    true,
  ],
  ['admin', ['Edit', 'Shape history', 'Suspend', 'Export as GeoJSON', 'Delete'], true],
  ['client_admin', ['Edit', 'Shape history', 'Export as GeoJSON'], true],
  ['zone_manager_rw', ['Edit'], false],
  ['zone_manager_ro', [], false],
  ['app_user', [], false],
] as const)('the list offers a %s %j', async (role, acts, creates) => {
  const user = renderZones('/zones', role, {}, { ...north, myRole: role })
  const card = await screen.findByRole('article', { name: 'North yard' })
  const offeredActions = getButtonNames(card).filter(name => !/^(View North yard|Check)/.test(name ?? ''))
  if (creates) {
    expect(offeredActions).toEqual(['Actions for North yard'])
    await user.click(within(card).getByRole('button', { name: 'Actions for North yard' }))
    await screen.findByRole('menu')
    const items = screen.getAllByRole('menuitem')
    expect(items.map(item => item.textContent)).toEqual(acts)
    await user.keyboard('{Escape}')
  } else expect(offeredActions.map(name => name?.replace(/ North yard$/, ''))).toEqual(acts)
  const main = within(screen.getByRole('main'))
  expect(main.queryAllByRole('button', { name: 'Create Zone' })).toHaveLength(creates ? 1 : 0)
  if (!creates) return expect(main.queryByRole('button', { name: 'More options' })).toBeNull()
  await userEvent.click(main.getByRole('button', { name: 'More options' }))
  const offeredMethods = (await screen.findAllByRole('menuitem')).map(item => item.textContent)
  expect(offeredMethods).toEqual(['From Location', 'Multi-Coord Zone', 'Interactive', 'Import zones'])
})

it('a read-only manager gets no action that changes a zone, in the list or in its details', async () => {
  const user = renderZones('/zones', 'zone_manager_ro', {}, { ...north, myRole: 'zone_manager_ro' })
  await user.click(await screen.findByRole('button', { name: 'View North yard' }))
  const drawer = within(await screen.findByRole('region', { name: 'North yard' }))
  await drawer.findByRole('region', { name: 'Zone Boundaries' })
  for (const label of ['Edit Zone', 'Shape history', 'Set status', 'Add User', 'Delete Zone'])
    expect(drawer.queryByRole('button', { name: label })).toBeNull()
})

it('deleting shows how much data is removed, and then asks for confirmation', async () => {
  const user = renderZones('/zones', 'admin', {
    'zones/removal': () =>
      answer({
        zoneId: north.id,
        name: north.name,
        removes: [
          { what: 'members', count: 2 },
          { what: 'visits', count: 1 },
        ],
      }),
    'zones/remove': () => answer({ zoneId: north.id, name: north.name, removes: [] }),
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for North yard' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Permanently Delete Zone' }))
  expect(
    dialog.getByText(
      'Are you sure you want to permanently delete "North yard"? This action cannot be undone and will remove all associated data.',
    ),
  ).toBeTruthy()
  expect(await dialog.findByText('2 members will be unlinked')).toBeTruthy()
  expect(dialog.getByText('1 visit')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete Zone' }))
  await screen.findByText('Zone permanently deleted and all users unlinked successfully')
  expect(inputFor('zones/remove')).toEqual({ zoneId: north.id })
})

it.each([
  ['Failed to delete zone. It may have users assigned.', [{ what: 'members' as const, count: 2 }]],
  ['Failed to delete zone', [{ what: 'visits' as const, count: 1 }]],
])('a failed deletion keeps the dialog open with: %s', async (text, removes) => {
  const user = renderZones('/zones', 'admin', {
    'zones/removal': () => answer({ zoneId: north.id, name: north.name, removes }),
    'zones/remove': () => ({ status: 500, body: {} }),
  })
  await user.click(await screen.findByRole('button', { name: 'Actions for North yard' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Permanently Delete Zone' }))
  await dialog.findByText(/^(2 members|1 visit)/)
  await user.click(dialog.getByRole('button', { name: 'Delete Zone' }))
  expect(await dialog.findByText(text)).toBeTruthy()
})

it('editing sends the shape only if it was redrawn, with the version it is based on', async () => {
  const user = renderZones(
    '/zone-manager-zones',
    'client_admin',
    { 'zones/update': () => answer(north) },
    {
      ...north,
      myRole: 'client_admin',
      shapeVersion: 4,
    },
  )
  const openEditDialog = async () => {
    await user.click(await screen.findByRole('button', { name: 'Edit North yard' }))
    return within(await screen.findByRole('dialog', { name: 'Edit Zone' }))
  }
  const firstDialog = await openEditDialog()
  await user.clear(firstDialog.getByLabelText(/Zone name/))
  await user.click(firstDialog.getByRole('button', { name: 'Save Zone' }))
  expect(await firstDialog.findByText('Zone name is required')).toBeTruthy()
  expect(document.activeElement).toBe(firstDialog.getByLabelText(/Zone name/))
  await user.type(firstDialog.getByLabelText(/Zone name/), 'South yard')
  await user.click(firstDialog.getByRole('button', { name: 'Save Zone' }))
  await waitFor(() => expect(inputFor('zones/update')).toMatchObject({ name: 'South yard', maxCapacity: 50 }))
  expect(inputFor('zones/update')).not.toHaveProperty('redrawn')

  onCall.mockClear()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const secondDialog = await openEditDialog()
  const latitude = secondDialog.getByLabelText('Start corner latitude')
  await user.clear(latitude)
  // While the new shape is half typed, the last complete one stays on the map in grey.
  const map = await secondDialog.findByRole('img', { name: 'Map for editing North yard' })
  expect(map.querySelectorAll('path[data-grey]')).toHaveLength(1)
  expect(secondDialog.queryByText('Nothing drawn yet.')).toBeNull()
  await user.type(latitude, '1.4')
  expect(map.querySelectorAll('path[data-grey]')).toHaveLength(0)
  await user.click(secondDialog.getByRole('button', { name: 'Save Zone' }))
  await waitFor(() =>
    expect(inputFor('zones/update')).toMatchObject({
      redrawn: { shapeVersion: 4, shape: { boundary: 'rectangle', start: { lat: 1.4, lng: 1 } } },
    }),
  )

  onCall.mockClear()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const thirdDialog = await openEditDialog()
  await user.clear(thirdDialog.getByLabelText('Start corner latitude'))
  await user.type(thirdDialog.getByLabelText('Start corner latitude'), '1.9')
  await user.click(thirdDialog.getByRole('button', { name: 'Save Zone' }))
  const lossDialog = within(await screen.findByRole('dialog', { name: 'Save this shape?' }))
  expect(lossDialog.getByText('The area changes from 12,360 km² to 1,236 km².')).toBeTruthy()
  await user.click(lossDialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Save this shape?' })).toBeNull())
  expect(inputFor('zones/update')).toBeUndefined()
  await user.click(thirdDialog.getByRole('button', { name: 'Save Zone' }))
  const secondLossDialog = within(await screen.findByRole('dialog', { name: 'Save this shape?' }))
  await user.click(secondLossDialog.getByRole('button', { name: 'Save Zone' }))
  await waitFor(() =>
    expect(inputFor('zones/update')).toMatchObject({ redrawn: { shape: { start: { lat: 1.9, lng: 1 } } } }),
  )
})

it('an earlier shape can be viewed and restored', async () => {
  const formerShape = {
    boundary: 'circle' as const,
    start: { lat: 3, lng: 3 },
    end: { lat: 3.001, lng: 3.001 },
  }
  const changedBy = { id: north.id, name: 'Ida Keeper' }
  let currentVersion = 2
  const user = renderZones('/zones', 'admin', {
    'zones/get': () => answer({ ...north, shapeVersion: currentVersion }),
    'zones/shapes': () =>
      answer({
        shapes: [
          { version: 2, boundary: 'rectangle', changedAt: north.createdAt, changedBy },
          { version: 1, boundary: 'circle', changedAt: north.createdAt, changedBy: null },
        ],
      }),
    'zones/shape': ({ version }) =>
      answer({ version: Number(version), shape: Number(version) === 1 ? formerShape : north.shape }),
    'zones/restoreShape': () => {
      currentVersion = 3
      return answer({ ...north, shapeVersion: currentVersion })
    },
  })
  await user.click(await screen.findByRole('button', { name: 'View North yard' }))
  await user.click(await screen.findByRole('button', { name: 'Shape history' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Shape history of North yard' }))
  expect(await dialog.findByText('Ida Keeper')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Restore this shape' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: /Shape 1/ }))
  expect(await dialog.findByText('Circle through both corners')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Restore this shape' }))
  await waitFor(() => expect(inputFor('zones/restoreShape')).toEqual({ zoneId: north.id, version: 1 }))
  // The restored shape is now the current one, so it is not offered again.
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Restore this shape' })).toBeNull())
  expect(document.activeElement).toBe(dialog.getByRole('list', { name: /Shapes/ }))
  // While offline, another shape may have become the current one.
  act(() => connectionStore.set('offline'))
  expect(await dialog.findByText(/Not live\. This data is from/)).toBeTruthy()
})

it('the multi-coordinate form reports missing input one problem at a time, and sends the points in order', async () => {
  const user = renderZones('/zones', 'admin', { 'zones/create': () => answer(north) })
  await user.click(await screen.findByRole('button', { name: 'More options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Multi-Coord Zone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Multi-Coordinate Zone' }))
  const send = () => user.click(dialog.getByRole('button', { name: 'Create Zone' }))
  const expectMessage = async (text: string, field: string | RegExp) => {
    expect(await dialog.findByText(text)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(field)))
  }
  const addPoint = async (lat: string, lng: string) => {
    const [latitude, longitude] = [
      dialog.getByLabelText('New coordinate latitude'),
      dialog.getByLabelText('New coordinate longitude'),
    ]
    await user.clear(latitude)
    await user.type(latitude, lat)
    await user.clear(longitude)
    await user.type(longitude, lng)
    await user.click(dialog.getByRole('button', { name: 'Add Coordinate' }))
  }
  await send()
  await expectMessage('Zone name is required', /Zone name/)
  await user.type(dialog.getByLabelText(/Zone name/), 'Triangle')
  await send()
  await expectMessage('At least 3 coordinates are required to create a zone', 'New coordinate latitude')
  await addPoint('91', '77')
  await expectMessage('Latitude must be between -90 and 90', 'New coordinate latitude')
  await addPoint('28.61', '181')
  await expectMessage('Longitude must be between -180 and 180', 'New coordinate longitude')
  await addPoint('28.61', '77.2')
  await addPoint('28.62', '77.2')
  await addPoint('28.62', '77.21')
  await user.click(dialog.getByRole('button', { name: 'Edit coordinate 1' }))
  await send()
  await expectMessage('Please save or cancel the coordinate you are editing', 'Coordinate 1 latitude')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.click(dialog.getByRole('button', { name: 'Move coordinate 3 up' }))
  await send()
  await screen.findByText('Zone created successfully')
  expect(inputFor('zones/create')).toMatchObject({
    name: 'Triangle',
    maxCapacity: 50,
    shape: {
      boundary: 'polygon',
      points: [
        { lat: 28.61, lng: 77.2 },
        { lat: 28.62, lng: 77.21 },
        { lat: 28.62, lng: 77.2 },
      ],
    },
  })
})

it("a shape that crosses itself is rejected in the form, with the position, as are the server's findings", async () => {
  const user = renderZones('/zones', 'admin', {
    'zones/create': () =>
      refusal(422, 'ZONE_INVALID', 'x', {
        problems: [
          { code: 'too_large', message: 'A zone can be up to 1,000 km across.', at: { lat: 1, lng: 2 } },
        ],
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'More options' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Interactive' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Interactive Zone Creator' }))
  const send = () => user.click(dialog.getByRole('button', { name: 'Create Zone' }))
  await send()
  expect(await dialog.findByText('Please enter a zone name')).toBeTruthy()
  await user.type(dialog.getByLabelText(/Zone name/), 'Bow')
  await send()
  expect(await dialog.findByText('Please add at least 3 points to create a zone')).toBeTruthy()
  for (const place of ['28.60, 77.20', '28.61, 77.21', '28.61, 77.20', '28.60, 77.21']) {
    await user.click(dialog.getByLabelText('New coordinate latitude'))
    await user.paste(place)
    await user.click(dialog.getByRole('button', { name: 'Add Coordinate' }))
  }
  expect(
    await dialog.findByText(/The outline crosses or touches itself here\. \(28\.605000, 77\.205000\)/),
  ).toBeTruthy()
  await send()
  // The whole shape is invalid, so the focus moves to the explanation.
  await waitFor(() => expect(document.activeElement?.textContent).toContain('crosses or touches itself'))
  expect(onCall.mock.calls.map(([name]) => name)).not.toContain('zones/create')
  await user.click(dialog.getByRole('button', { name: 'Remove coordinate 4' }))
  await send()
  expect(
    await dialog.findByText(/A zone can be up to 1,000 km across\. \(1\.000000, 2\.000000\)/),
  ).toBeTruthy()
})

it('an import previews the file before anything is created, and creates the valid zones', async () => {
  const ring = [
    [77, 28],
    [77.01, 28],
    [77.01, 28.01],
    [77, 28],
  ]
  const aFeature = (name: string, coordinates: unknown) => ({
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates },
  })
  const features = [
    aFeature('Yard', [ring.slice(0, 3)]),
    aFeature('Line', [ring.slice(0, 2)]),
    aFeature('depot', [ring]),
  ]
  const user = renderZones('/zones', 'admin', {
    'imports/end': () => answer({ ended: true }),
    'zones/findNames': () => answer({ taken: ['Depot'] }),
    'zones/createMany': ({ zones }) =>
      answer({
        results: zones.map(({ requestId }) => ({
          requestId,
          zoneId: requestId,
          pending: false,
          problems: [],
        })),
      }),
  })
  await user.click(await screen.findByRole('button', { name: 'Files' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Import zones' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import zones' }))
  const chooseFile = (text: string) =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement,
      new File([text], 'zones.geojson'),
    )
  await chooseFile('{"type":')
  expect(await dialog.findByText('The file isn’t valid JSON, so it can’t be read as GeoJSON.')).toBeTruthy()
  await chooseFile(JSON.stringify({ type: 'FeatureCollection', features }))
  expect(await dialog.findByText('2 zones found · 1 corrected · 1 rejected')).toBeTruthy()
  expect(dialog.getByRole('list', { name: 'Rejected' }).textContent).toContain(
    'Line: A ring needs at least three different points.',
  )
  expect(dialog.getByRole('list', { name: 'Zones in the file' }).textContent).toContain('open ring closed')
  expect(onCall.mock.calls.map(([name]) => name)).not.toContain('zones/createMany')
  expect(await dialog.findByText('A zone with this name exists already.')).toBeTruthy()
  const leavesOut = dialog.getByRole('checkbox', { name: 'Skip 1 zone whose name exists already' })
  await user.click(leavesOut)
  expect(dialog.getByRole('button', { name: 'Create 2 zones' })).toBeTruthy()
  await user.click(leavesOut)
  await user.click(dialog.getByRole('button', { name: 'Create 1 zone' }))
  await screen.findByText('1 zone created')
  expect(inputFor('zones/createMany')).toMatchObject({ zones: [{ name: 'Yard' }] })
})
