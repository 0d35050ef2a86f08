import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderWithRouter } from '../../testing/render.tsx'
import { Contact } from './person-columns.tsx'

it('keeps the order of a phone number’s groups in languages written from right to left', async () => {
  renderWithRouter(<Contact phone="+91 11 5550 0100" createdAt="2026-11-20T09:00:00.000Z" />)
  expect((await screen.findByText('+91 11 5550 0100')).dir).toBe('ltr')
})
