import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import {
  drawPng,
  drawSidewaysJpeg,
  findDetails,
  findMessage,
  findSettingsCard,
  goTo,
  openPage,
} from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('the user code is hidden, shown and copied, and a new one immediately invalidates the old one', async ({
  person,
  enrol,
  watch,
}) => {
  watch.expectRefusal(404)
  const account = await enrol('Esha Dutt')
  const { page, context } = await person({ as: account })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/settings')
  const card = findSettingsCard(page, 'My User Code')
  const code = card.getByRole('img', { name: /^Your user code/ }).first()

  await test.step('the code is masked until requested', async () => {
    await expect(card.getByRole('img', { name: 'Your user code, hidden' })).toHaveText('MUS-••••-••••-••••')
    await card.getByRole('button', { name: 'Show code' }).click()
    await expect(code).toHaveText(account.userCode)
    await expect(card.getByRole('img', { name: 'Your user code as a QR code' })).toBeVisible()
    await card.getByRole('button', { name: 'Hide code' }).click()
    await expect(code).not.toContainText(account.userCode.slice(4))
  })

  await test.step('the code is copied without being shown', async () => {
    await card.getByRole('button', { name: 'Copy code' }).click()
    await expect(findMessage(page, 'Code Copied')).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(account.userCode)
  })

  let newCode = ''
  await test.step('a new code is created after a confirmation', async () => {
    await card.getByRole('button', { name: 'Generate new code' }).click()
    const dialog = page.getByRole('dialog', { name: 'Generate a new code?' })
    await dialog.getByRole('button', { name: 'Generate new code' }).click()
    await expect(findMessage(page, 'Code Regenerated')).toBeVisible()
    // Wait for the new code, because the old code and its mask stay visible for a moment after the confirmation.
    await expect(code).toHaveText(/^MUS-[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/)
    await expect(code).not.toHaveText(account.userCode)
    newCode = (await code.textContent()) ?? ''
  })

  await test.step('a manager cannot use the old code, and the new one adds the person', async () => {
    const { page: managerPage } = await person({ as: 'manager', inZone: yard })
    await openPage(managerPage, '/dashboard')
    await goTo(managerPage, 'App Users')
    await managerPage.getByRole('button', { name: 'Add User' }).first().click()
    const dialog = managerPage.getByRole('dialog', { name: 'Add User by Code' })
    await dialog.getByLabel('User code').fill(account.userCode)
    await dialog.getByRole('button', { name: 'Add User' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Invalid user code. Please check the code and try again.',
    )
    await dialog.getByLabel('User code').fill(newCode)
    await dialog.getByRole('button', { name: 'Add User' }).click()
    await expect(findMessage(managerPage, 'User Added Successfully')).toBeVisible()
  })
})

test('a photo is cropped, uploaded, shown and removed', async ({ person, enrol }) => {
  const account = await enrol('Hema Das', { [yard]: 'app_user' })
  const { page } = await person({ as: account })
  await openPage(page, '/settings')
  const card = findSettingsCard(page, 'Profile photo')
  const input = card.getByLabel('Profile photo file')
  const cropDialog = page.getByRole('dialog', { name: 'Crop your photo' })

  await test.step('the crop is chosen with the keyboard', async () => {
    const buffer = await drawPng(page, 640, 400)
    await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await expect(cropDialog.getByRole('img', { name: 'Visible part' })).toBeVisible()
    const zoom = cropDialog.getByRole('slider', { name: 'Zoom' })
    await zoom.focus()
    await page.keyboard.press('ArrowRight')
    await expect(zoom).toHaveAttribute('aria-valuenow', '1')
  })

  await test.step('the photo is uploaded', async () => {
    await cropDialog.getByRole('button', { name: 'Use photo' }).click()
    await expect(findMessage(page, 'Profile image updated successfully')).toBeVisible()
    await expect(cropDialog).toHaveCount(0)
  })

  await test.step('the photo is shown here, in the header, after a reload, and to the zone manager', async () => {
    const expectPhoto = (at: ReturnType<Page['locator']>) =>
      expect
        .poll(() => at.locator('img').evaluate(it => (it as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
    await expectPhoto(card)
    await expectPhoto(page.getByRole('banner'))
    await page.reload()
    await expectPhoto(card)
    const { page: managerPage } = await person({ as: 'manager', inZone: yard })
    await openPage(managerPage, '/dashboard')
    await goTo(managerPage, 'App Users')
    await managerPage.getByLabel('Search by name, email or user code').fill(account.userCode)
    await expectPhoto(managerPage.getByRole('button', { name: /Hema Das/ }))
  })

  await test.step('the photo is removed after a confirmation', async () => {
    await card.getByRole('button', { name: 'Remove photo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove your photo?' })
    await dialog.getByRole('button', { name: 'Remove photo' }).click()
    await expect(card.getByRole('button', { name: 'Upload photo' })).toBeVisible()
    await expect(card.locator('img')).toHaveCount(0)
  })
})

test('a photo from a large phone camera is scaled down and stays upright', async ({
  person,
  enrol,
}, testInfo) => {
  // Drawing and shrinking a picture of this size is slow.
  test.slow()
  const account = await enrol('Hema Das')
  const { page } = await person({ as: account })
  await openPage(page, '/settings')
  const card = findSettingsCard(page, 'Profile photo')
  const cropDialog = page.getByRole('dialog', { name: 'Crop your photo' })
  // 48 megapixels, stored sideways as by a phone held upright. As displayed, red is above blue.
  const buffer = await drawSidewaysJpeg(page, 8_064, 6_048)
  expect(buffer.length).toBeGreaterThan(12 * 1024 * 1024)
  const uploadRequest = page.waitForRequest(request => request.url().includes('/upload/profile-image'))

  const path = testInfo.outputPath('me.jpg')
  await writeFile(path, buffer)
  await card.getByLabel('Profile photo file').setInputFiles(path)
  await expect(cropDialog.getByRole('img', { name: 'Visible part' })).toBeVisible({ timeout: 30_000 })
  await cropDialog.getByRole('button', { name: 'Use photo' }).click()
  await expect(findMessage(page, 'Profile image updated successfully')).toBeVisible()
  expect(Number(await (await uploadRequest).headerValue('content-length'))).toBeLessThanOrEqual(
    5 * 1024 * 1024,
  )

  const readColours = () =>
    card.locator('img').evaluate(async it => {
      const image = it as HTMLImageElement
      await image.decode()
      const context = Object.assign(document.createElement('canvas'), { width: 2, height: 2 }).getContext(
        '2d',
      )
      context?.drawImage(image, 0, 0, 2, 2)
      const colourAt = (y: number) => [...(context?.getImageData(0, y, 1, 1).data ?? [])]
      const toName = ([red = 0, , blue = 0]: number[]) =>
        red > blue + 60 ? 'red' : blue > red + 60 ? 'blue' : ''
      return [toName(colourAt(0)), toName(colourAt(1))]
    })
  await expect.poll(readColours).toEqual(['red', 'blue'])
})

test('name, skills and emergency contact are changed, survive a reload, and are visible to the manager', async ({
  person,
  enrol,
}) => {
  const account = await enrol('Jaya Nath', { [yard]: 'app_user' })
  const { page } = await person({ as: account })
  await openPage(page, '/settings')

  await test.step('the header shows the new name', async () => {
    const card = findSettingsCard(page, 'Personal info')
    await card.getByLabel('Last name').fill('Nath Rao')
    await card.getByRole('button', { name: 'Save changes' }).click()
    await expect(findMessage(page, 'Profile updated successfully')).toBeVisible()
    await expect(page.getByRole('button', { name: /: Jaya Nath Rao’s account$/ })).toBeVisible()
  })

  await test.step('a skill is added', async () => {
    const card = findSettingsCard(page, 'Skills')
    await card.getByLabel('Add a skill').fill('Crane licence')
    await page.keyboard.press('Enter')
    const skills = card.getByRole('list', { name: 'My skills' }).getByRole('listitem')
    await expect(skills).toHaveText(['Crane licence'])
  })

  await test.step('the emergency contact is saved, and typed text survives a reload', async () => {
    const card = findSettingsCard(page, 'Emergency contact')
    await card.getByLabel('Name').fill('Suresh Nath')
    await page.reload()
    await expect(card.getByLabel('Name')).toHaveValue('Suresh Nath')
    await card.getByLabel('Phone').fill('+91 11 5550 0177')
    await card.getByLabel('Relationship').fill('Brother')
    await card.getByRole('button', { name: 'Save changes' }).click()
    await expect(findMessage(page, 'Profile updated successfully')).toBeVisible()
    await page.reload()
    await expect(card.getByLabel('Relationship')).toHaveValue('Brother')
  })

  await test.step('the manager sees name and skills', async () => {
    const { page: managerPage } = await person({ as: 'manager', inZone: yard })
    await openPage(managerPage, '/dashboard')
    await goTo(managerPage, 'App Users')
    await managerPage.getByLabel('Search by name, email or user code').fill(account.userCode)
    await managerPage.getByRole('button', { name: /Jaya Nath Rao/ }).click()
    await expect(findDetails(managerPage, 'Jaya Nath Rao').getByText('Crane licence')).toBeVisible()
  })
})

test('dark mode survives a reload, and System follows the device again', async ({ person }) => {
  const { page } = await person({ as: 'newcomer' })
  await openPage(page, '/settings')
  const html = page.locator('html')
  const choose = (name: string) =>
    findSettingsCard(page, 'Appearance').locator('label', { hasText: name }).click()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await choose('Dark')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(findSettingsCard(page, 'Appearance').getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await choose('System')
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
