import { Component, type ReactNode } from 'react'

interface Props {
  /** Another one is another try. */
  at: unknown
  broken: (error: unknown) => ReactNode
  children: ReactNode
}

/** Lets something else stand where a view could not be drawn. */
export class Boundary extends Component<Props, { failed: { error: unknown } | null; at: unknown }> {
  override state = { failed: null as { error: unknown } | null, at: this.props.at }

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error } }
  }

  static getDerivedStateFromProps({ at }: Props, state: { at: unknown }) {
    return at === state.at ? null : { failed: null, at }
  }

  override render() {
    const { failed } = this.state
    return failed ? this.props.broken(failed.error) : this.props.children
  }
}
