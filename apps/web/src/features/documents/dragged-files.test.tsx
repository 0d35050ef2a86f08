import { fireEvent, screen } from '@testing-library/react'
import { createPortal } from 'react-dom'
import { expect, it, vi } from 'vitest'
import { renderComponent } from '../../testing/render.tsx'
import { toRowDrag } from './dragged-files.ts'

it('starts dragging a row only from within the row, not from the dialog that it opened', () => {
  const onDrag = vi.fn()
  renderComponent(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands in for a row, which has the same actions in its menu
    <div draggable onDragStart={toRowDrag(onDrag)}>
      <span>Site rules</span>
      {createPortal(<span>Wear a helmet</span>, document.body)}
    </div>,
  )
  fireEvent.dragStart(screen.getByText('Wear a helmet'))
  expect(onDrag).not.toHaveBeenCalled()
  fireEvent.dragStart(screen.getByText('Site rules'))
  expect(onDrag).toHaveBeenCalledOnce()
})
