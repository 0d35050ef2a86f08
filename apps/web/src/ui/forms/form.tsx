import { Stack, type StackProps } from '@mantine/core'
import type { ComponentProps } from 'react'

/** A form with its parts stacked vertically. The page validates and submits it instead of the browser. */
export function Form({
  onSubmit,
  gap,
  children,
  ...props
}: ComponentProps<'form'> & Pick<StackProps, 'gap'>) {
  return (
    <form
      noValidate
      {...props}
      onSubmit={event => {
        event.preventDefault()
        // React passes the event on through the portal of a dialog, to the form that opened it.
        event.stopPropagation()
        onSubmit?.(event)
      }}
    >
      <Stack gap={gap}>{children}</Stack>
    </form>
  )
}
