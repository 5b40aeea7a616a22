export function SkipLink() {
  return (
    <a className="SkipLink" href="#main">
      Skip to the page
    </a>
  )
}
