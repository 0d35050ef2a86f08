import { areaM2 } from '@muster/domain/geo/area.ts'
import type { MultiPolygonShape, PolygonShape } from '@muster/domain/geo/shape.ts'
import type { Locator, Page } from '@playwright/test'
import { emailOf, expect, password, test } from '../fixtures.ts'
import { isLongForm } from '../long-form.ts'
import type { Muster } from '../muster.ts'
import { findDetails, openPage } from '../screens.ts'

type Point = readonly [x: number, y: number]
type Shape = PolygonShape | MultiPolygonShape
type PointerInput = { touch: boolean; page: Page }

const inputModes = {
  mouse: { touch: false, viewport: { width: 1280, height: 800 } },
  touch: { touch: true, viewport: { width: 360, height: 780 } },
}

/** Returns the corners of a square in map pixels, clear of the map's buttons and of the line that names the current action. */
const square = (x: number, y: number, side: number): Point[] => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
]
/** On a phone, the map ends at 324 px, with its scale in the last 40. */
const outer: Point[] = [
  [30, 120],
  [190, 120],
  [190, 280],
  [30, 280],
]

const findDialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const findMap = (dialog: Locator) => dialog.getByRole('region', { name: /^Map / }).first()

/** Taps each corner, then the first one again to close the shape. */
async function draw({ touch, page }: PointerInput, map: Locator, points: readonly Point[]): Promise<void> {
  for (const [x, y] of [...points, ...points.slice(0, 1)]) {
    const position = { x, y }
    await (touch ? map.tap({ position }) : map.click({ position }))
    // Two taps within the double-tap interval would count as one.
    await page.waitForTimeout(350)
  }
}

async function addRing(
  pointer: PointerInput,
  dialog: Locator,
  kind: 'hole' | 'part',
  points: readonly Point[],
) {
  await dialog.getByRole('button', { name: `Add a ${kind}` }).click()
  await expect(
    findMap(dialog).getByText(kind === 'hole' ? 'Draw the hole inside part 1' : 'Draw part 2'),
  ).toBeVisible()
  await draw(pointer, findMap(dialog), points)
}

const readRings = (shape: Shape) =>
  (shape.boundary === 'polygon' ? [[shape.points]] : shape.polygons).map(rings => rings.length)
const ringArea = (points: PolygonShape['points']) => areaM2({ boundary: 'polygon', points })

function createReader(muster: Muster, token: string, name: string) {
  return async (): Promise<{ id: string; shape: Shape }> => {
    const [row] = await muster.sql('select id from zones where name = $1', [name])
    return (await muster.call('GET', `/zones/${row?.id}`, { token })) as { id: string; shape: Shape }
  }
}

for (const [inputMode, { touch, viewport }] of Object.entries(inputModes)) {
  test(`drawing by ${inputMode} adds holes and a part to a zone without loss`, async ({ person, muster }) => {
    const name = `Ring road by ${inputMode}`
    const { token } = await muster.signIn({ email: emailOf('admin'), password })
    const readZone = createReader(muster, token, name)
    const { page } = await person({ as: 'admin', touch, viewport, coarse: true })
    const pointer = { touch, page }
    await openPage(page, '/zones')

    await test.step('a zone with a hole is drawn', async () => {
      await page.getByRole('button', { name: 'More options' }).click()
      await page.getByRole('menuitem', { name: 'Interactive' }).click()
      const dialog = findDialog(page, 'Interactive Zone Creator')
      // On a phone the name is the second step.
      if (!touch) await dialog.getByLabel('Zone name').fill(name)
      const map = findMap(dialog)
      await expect(map).toHaveAttribute('aria-busy', 'false')
      // The corners are compared with where they were placed.
      await dialog.getByRole('button', { name: 'Snap' }).click()
      await draw(pointer, map, outer)
      const figures = dialog.locator('[data-figures][aria-live]')
      await expect(figures).toHaveText(/^4 sides/)
      const drawnFigures = await figures.textContent()

      await dialog.getByRole('button', { name: 'Add a hole' }).click()
      await expect(map.getByText('Draw the hole inside part 1')).toBeInViewport()
      await expect(figures).toHaveText(drawnFigures ?? '')
      const createButton = dialog.getByRole('button', { name: 'Create Zone' })
      if (!touch) {
        await expect(createButton).toBeDisabled()
        await expect(createButton).toHaveAccessibleDescription(
          'Finish the hole inside part 1 or cancel it before you save.',
        )
      }
      await draw(pointer, map, square(55, 140, 45))
      await expect(figures).toHaveText(/^8 sides/)
      if (touch) {
        await dialog.getByRole('button', { name: 'Next' }).click()
        await dialog.getByLabel('Zone name').fill(name)
      }
      await createButton.click()
      await expect(page.getByRole('article', { name })).toBeVisible()
      const { shape } = await readZone()
      expect(readRings(shape)).toEqual([2])
      const [[outline = [], hole = []] = []] = shape.boundary === 'multipolygon' ? shape.polygons : []
      expect(ringArea(hole) / ringArea(outline)).toBeCloseTo((45 * 45) / (160 * 160), 2)
    })

    // A finger draws the other shapes in the same way.
    if (touch && !isLongForm) return
    const firstZone = await readZone()
    const card = page.getByRole('article', { name })
    await card.getByRole('button', { name: `View ${name}` }).click()
    const details = findDetails(page, name)
    const openEditDialog = async () => {
      await details.getByRole('button', { name: 'Edit Zone' }).click()
      const dialog = findDialog(page, 'Edit Zone')
      await expect(findMap(dialog)).toHaveAttribute('aria-busy', 'false')
      return dialog
    }

    await test.step('a second hole and a part are added', async () => {
      const dialog = await openEditDialog()
      const map = findMap(dialog)
      // Zoom out to make room for a shape beside the zone, which was fitted to the height of the map.
      await dialog.getByRole('button', { name: 'Zoom out' }).click()
      await page.waitForTimeout(400)
      const { width = 0, height = 0 } = (await map.boundingBox()) ?? {}
      const [x, y] = [Math.round(width / 2), Math.round(height / 2)]
      await dialog.getByRole('button', { name: 'Snap' }).click()
      const outside = square(2 * x - 110, y - 20, 45)
      const figures = dialog.locator('[data-figures][aria-live]')
      // draw-by-keys.test.tsx covers the rejection in the test run.
      if (isLongForm) {
        await addRing(pointer, dialog, 'hole', outside)
        await expect(dialog.getByText('This hole lies outside its polygon.')).toBeVisible()
        await expect(map.getByText('The hole doesn’t fit yet')).toBeVisible()
        await expect(dialog.getByRole('button', { name: 'Save Zone' })).toBeDisabled()
        await map.getByRole('button', { name: 'Cancel' }).click()
        await expect(figures).toHaveText(/^8 sides/)
      }

      await addRing(pointer, dialog, 'hole', square(x - 50, y + 2, 45))
      await expect(figures).toHaveText(/^12 sides/)
      await addRing(pointer, dialog, 'part', outside)
      await expect(figures).toHaveText(/^16 sides/)
      await dialog.getByRole('button', { name: 'Save Zone' }).click()
      await expect(dialog).toBeHidden()
      const { shape } = await readZone()
      expect(readRings(shape)).toEqual([3, 1])
      const polygons = shape.boundary === 'multipolygon' ? shape.polygons : []
      expect(polygons[0]?.slice(0, 2)).toEqual(
        firstZone.shape.boundary === 'multipolygon' && firstZone.shape.polygons[0],
      )
      const [extra = [], part = []] = [polygons[0]?.[2], polygons[1]?.[0]]
      const expectedAreaM2 = areaM2(firstZone.shape) - ringArea(extra) + ringArea(part)
      expect(areaM2(shape) / expectedAreaM2).toBeCloseTo(1, 4)
    })

    // The rest only uses buttons, which the journey with a mouse covers.
    if (touch) return
    await test.step('removing the part is announced before saving, and the former shape can be restored', async () => {
      const dialog = await openEditDialog()
      await dialog.getByRole('combobox', { name: 'Outline' }).selectOption('Part 2')
      await dialog.getByRole('button', { name: 'Remove part 2' }).click()
      await dialog.getByRole('button', { name: 'Save Zone' }).click()
      const confirmDialog = findDialog(page, 'Save this shape?')
      await expect(confirmDialog).toContainText(
        /^.*The area changes from .* to .*\. 1 part will be removed\./,
      )
      expect(readRings((await readZone()).shape)).toEqual([3, 1])
      await confirmDialog.getByRole('button', { name: 'Save Zone' }).click()
      await expect(dialog).toBeHidden()
      expect(readRings((await readZone()).shape)).toEqual([3])

      await details.getByRole('button', { name: 'Shape history' }).click()
      const shapesDialog = findDialog(page, `Shape history of ${name}`)
      await shapesDialog.getByRole('button', { name: /^Shape 1/ }).click()
      await expect(shapesDialog.getByText('1 hole will be removed.')).toBeVisible()
      await shapesDialog.getByRole('button', { name: 'Restore this shape' }).click()
      await expect.poll(async () => (await readZone()).shape).toEqual(firstZone.shape)
    })
  })
}
