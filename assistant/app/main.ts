document.querySelector("#app")!.textContent = "scopebench assistant";
