import { Stack } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A form with its parts one below the other. The page sends it: the browser does not. */
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
