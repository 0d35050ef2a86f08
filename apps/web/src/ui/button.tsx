import { type ButtonProps, createPolymorphicComponent, Button as MantineButton } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

export type IconProps = {
  icon?: Icon | undefined
  /** In rem, so that it grows with the text beside it. */
  iconSize?: `${number}rem` | undefined
  /** True for an icon that points in the direction of the text, which is mirrored with it. */
  points?: boolean | undefined
}

/** The library's button, with an icon before its text. */
export const Button = createPolymorphicComponent<'button', ButtonProps & IconProps>(
  ({ icon, iconSize, points, ...props }: ButtonProps & IconProps) => (
    <MantineButton {...props} {...(icon && { leftSection: renderIcon({ icon, iconSize, points }) })} />
  ),
)

export const renderIcon = ({ icon: Icon, iconSize = '1.125rem', points }: IconProps) =>
  Icon && <Icon size={iconSize} aria-hidden {...(points && { className: 'points' })} />
