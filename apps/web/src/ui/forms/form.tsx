import { Stack } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A form with its parts stacked vertically. The page handles the submission instead of the browser. */
export function Form({ onSubmit, children, ...props }: ComponentProps<'form'>) {
  return (
    <form
      {...props}
      onSubmit={event => {
        event.preventDefault()
        onSubmit?.(event)
      }}
    >
      <Stack>{children}</Stack>
    </form>
  )
}
