import {
  type ActionIconProps,
  type ButtonProps,
  createPolymorphicComponent,
  ActionIcon as MantineActionIcon,
  Button as MantineButton,
} from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

type Props = {
  icon?: Icon | undefined
  /** In rem, so that it grows with the text beside it. */
  iconSize?: `${number}rem`
  /** True for an icon that points in the direction of the text, which is mirrored with it. */
  points?: boolean
}

/** The library's button, with an icon before its text. */
export const Button = createPolymorphicComponent<'button', ButtonProps & Props>(
  ({ icon: ButtonIcon, iconSize = '1.125rem', points, ...props }: ButtonProps & Props) => (
    <MantineButton
      {...props}
      {...(ButtonIcon && {
        leftSection: <ButtonIcon size={iconSize} aria-hidden {...(points && { className: 'points' })} />,
      })}
    />
  ),
)

/** The library's button that shows only an icon. Its `aria-label` says what it does. */
export const ActionIcon = createPolymorphicComponent<'button', ActionIconProps & Props>(
  ({ icon: ButtonIcon, iconSize = '1.25rem', points, children, ...props }: ActionIconProps & Props) => (
    <MantineActionIcon {...props}>
      {ButtonIcon && <ButtonIcon size={iconSize} aria-hidden {...(points && { className: 'points' })} />}
      {children}
    </MantineActionIcon>
  ),
)
