export default function Realtime() {
  return null;
}
