import {
  MultiSelect as MantineMultiSelect,
  Select as MantineSelect,
  type MultiSelectProps,
  type SelectProps,
} from '@mantine/core'
import { useState } from 'react'
import { useBackCloses } from '../dialogs/use-back-closes.ts'

/** A field with a list of options, used across the product. On a phone, Back closes the list. */
export function Select<Value extends string = string>(props: SelectProps<Value>) {
  return <MantineSelect {...props} {...useDropdown(props)} />
}

/** A field with a list of options, of which several can be selected. On a phone, Back closes the list. */
export function MultiSelect<Value extends string = string>(props: MultiSelectProps<Value>) {
  return <MantineMultiSelect {...props} {...useDropdown(props)} />
}

type DropdownProps = Pick<SelectProps, 'onDropdownOpen' | 'onDropdownClose'>

function useDropdown({ onDropdownOpen, onDropdownClose }: DropdownProps) {
  const [isOpen, setIsOpen] = useState(false)
  useBackCloses(isOpen, () => setIsOpen(false))
  return {
    dropdownOpened: isOpen,
    onDropdownOpen: () => {
      setIsOpen(true)
      onDropdownOpen?.()
    },
    onDropdownClose: () => {
      setIsOpen(false)
      onDropdownClose?.()
    },
  }
}
