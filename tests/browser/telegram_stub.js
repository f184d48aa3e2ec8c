// What stands in for Telegram's own script: the same object, which remembers what it was asked.

(() => {
  const kept = "__telegram__initParams";
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("tgWebAppData")) sessionStorage.setItem(kept, given.get("tgWebAppData"));
  const asked = (window.askedOfTelegram = []);
  const ask = (what) => (...how) => void asked.push([what, ...how].join(" "));
  const listeners = { back: [], themeChanged: [] };
  const theme = JSON.parse(window.name || "null") ?? {};
  const dark = theme.bg_color && parseInt(theme.bg_color.slice(1), 16) < 0x808080;
  window.Telegram = {
    WebApp: {
      initData: sessionStorage.getItem(kept) ?? "",
      themeParams: theme,
      colorScheme: dark ? "dark" : "light",
      isVersionAtLeast: () => true,
      ready: ask("ready"),
      expand: ask("expand"),
      disableVerticalSwipes: ask("disableVerticalSwipes"),
      setHeaderColor: ask("setHeaderColor"),
      setBackgroundColor: ask("setBackgroundColor"),
      enableClosingConfirmation: ask("closing confirmed"),
      disableClosingConfirmation: ask("closing free"),
      onEvent: (event, listener) => void listeners[event]?.push(listener),
      BackButton: { show: ask("back shown"), hide: ask("back hidden"), onClick: (listener) => void listeners.back.push(listener) },
      HapticFeedback: { impactOccurred: ask("impact"), notificationOccurred: ask("notification") },
    },
  };
  window.pressBack = () => listeners.back.forEach((listener) => listener());
  window.changeTheme = (other) => {
    window.Telegram.WebApp.themeParams = other;
    listeners.themeChanged.forEach((listener) => listener());
  };
})();
