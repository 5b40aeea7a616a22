export function TitleCue() {
  return <span className="TitleCue" />
}
