import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { answer, fakeServer } from '../../testing/fake-server.ts'
import { createServerHandlers, signIn } from '../../testing/people.ts'
import { renderPage } from '../../testing/render.tsx'

/** A fake XMLHttpRequest whose responses the test controls. */
class FakeRequest {
  static last: FakeRequest
  upload: { onprogress?: (event: object) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  status = 0
  responseText = ''
  headers: Record<string, string> = {}
  method = ''
  url = ''
  body: unknown
  constructor() {
    FakeRequest.last = this
  }
  open(method: string, url: string) {
    Object.assign(this, { method, url })
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: unknown) {
    this.body = body
  }
  abort() {
    this.onabort?.()
  }
  reply(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) })
    this.onload?.()
  }
}

beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest))

const aPng = (bytes = 10) => new File([new Uint8Array(bytes)], 'me.png', { type: 'image/png' })

async function choosePhoto(file: File) {
  fakeServer({ ...createServerHandlers('app_user'), 'auth/devices': () => answer({ rows: [], next: null }) })
  signIn()
  renderPage('/settings')
  fireEvent.change(await screen.findByLabelText('Profile photo file'), { target: { files: [file] } })
}

/** Simulates the loading of the picture, because happy-dom does not load pictures. */
async function readPicture(width: number, height: number) {
  const picture = await screen.findByAltText('Visible part')
  Object.defineProperties(picture, { naturalWidth: { value: width }, naturalHeight: { value: height } })
  fireEvent.load(picture)
}

it('files that are not images are rejected by type and by content', async () => {
  await choosePhoto(new File(['x'], 'a.txt', { type: 'text/plain' }))
  expect(await screen.findAllByText('Please select a valid image file')).toHaveLength(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.change(screen.getByLabelText('Profile photo file'), { target: { files: [aPng()] } })
  fireEvent.error(await screen.findByAltText('Visible part'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findAllByText('Please select a valid image file')).not.toHaveLength(0)
})

it('files over 5 MB are rejected', async () => {
  await choosePhoto(aPng(5 * 1024 * 1024 + 1))
  expect(await screen.findAllByText('File size must be less than 5MB')).toHaveLength(1)
})

it('the image is uploaded with its crop and the session, shows progress, and then appears', async () => {
  const file = aPng()
  await choosePhoto(file)
  await readPicture(400, 200)
  await userEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
  const request = FakeRequest.last
  expect(request.method).toBe('PUT')
  expect(request.url).toBe('/upload/profile-image?x=0.25&y=0&side=1')
  expect(request.headers).toEqual({
    'accept-language': 'en',
    authorization: 'Bearer token-1',
    'content-type': 'image/png',
  })
  expect(request.body).toBe(file)
  request.upload.onprogress?.({ lengthComputable: true, loaded: 5, total: 10 })
  expect(await screen.findByRole('button', { name: 'Uploading… 50%' })).toBeTruthy()
  request.reply(200, { profileImageUrl: '/files/avatars/1.webp?signature=x' })
  expect(await screen.findByText('Profile image updated successfully')).toBeTruthy()
  await waitFor(() =>
    expect(document.querySelector('img[src="/files/avatars/1.webp?signature=x"]')).toBeTruthy(),
  )
})

it('a failed upload shows the reason and can be retried', async () => {
  await choosePhoto(aPng())
  await readPicture(200, 200)
  await userEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
  FakeRequest.last.reply(413, {
    defined: true,
    code: 'IMAGE_TOO_LARGE',
    message: 'File size must be less than 5MB',
  })
  expect(await screen.findByText('File size must be less than 5MB')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  FakeRequest.last.reply(502, 'Bad gateway')
  expect(await screen.findByText('Failed to upload image. Please try again.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  FakeRequest.last.onerror?.()
  expect(await screen.findByText('Failed to upload image. Please try again.')).toBeTruthy()
})

it('an upload can be cancelled', async () => {
  await choosePhoto(aPng())
  await readPicture(200, 200)
  await userEvent.click(await screen.findByRole('button', { name: 'Use photo' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  expect(await screen.findByRole('button', { name: 'Use photo' })).toBeTruthy()
  expect(screen.queryByRole('alert', { name: /Failed/ })).toBeNull()
})

it('the crop can be moved by keyboard', async () => {
  await choosePhoto(aPng())
  await readPicture(400, 200)
  const slider = await screen.findByRole('slider', { name: 'Horizontal position' })
  fireEvent.keyDown(slider, { key: 'Home', code: 'Home' })
  await userEvent.click(screen.getByRole('button', { name: 'Use photo' }))
  expect(FakeRequest.last.url).toBe('/upload/profile-image?x=0&y=0&side=1')
})

it('the focus returns to where it was, whether or not the photo was used', async () => {
  await choosePhoto(aPng())
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  for (const buttonName of ['Cancel', 'Use photo']) {
    const button = screen.getByRole('button', { name: 'Upload photo' })
    button.focus()
    fireEvent.change(screen.getByLabelText('Profile photo file'), { target: { files: [aPng()] } })
    await readPicture(200, 200)
    await user.click(await screen.findByRole('button', { name: buttonName }))
    if (buttonName === 'Use photo') FakeRequest.last.reply(200, { profileImageUrl: '/files/avatars/1.webp' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
})

it('the crop is zoomed by two fingers, and pressing a key moves it', async () => {
  await choosePhoto(aPng())
  await readPicture(200, 200)
  const photo = await screen.findByRole('application', { name: /^Photo/ })
  vi.spyOn(photo, 'getBoundingClientRect').mockReturnValue({
    left: 0,
    top: 0,
    width: 100,
    height: 100,
  } as DOMRect)
  photo.setPointerCapture = () => {}
  const point = (pointerId: number, clientX: number) => ({ pointerId, clientX, clientY: 50 })
  fireEvent.pointerDown(photo, point(1, 40))
  fireEvent.pointerDown(photo, point(2, 60))
  fireEvent.pointerMove(photo, point(1, 30))
  fireEvent.pointerMove(photo, point(2, 70))
  fireEvent.pointerUp(photo, point(1, 30))
  fireEvent.pointerUp(photo, point(2, 70))
  fireEvent.keyDown(photo, { key: 'ArrowLeft' })
  await userEvent.click(screen.getByRole('button', { name: 'Use photo' }))
  const query = new URL(FakeRequest.last.url, 'https://muster.test').searchParams
  expect(Number(query.get('side'))).toBeCloseTo(0.5)
  expect(Number(query.get('x'))).toBeCloseTo(0.275)
  expect(Number(query.get('y'))).toBeCloseTo(0.25)
})
