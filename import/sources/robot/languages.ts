/** Sections, then the settings that are read by name, in English; below the same of each language that Robot Framework 7.5 speaks. */
const ENGLISH =
  "settings|variables|test|task|keyword|comments|documentation|test tags|task tags|keyword tags|tags".split("|");
const SECTIONS = 6;

const SPOKEN = [
  "الإعدادات|المتغيرات|وضعيات الاختبار|المهام|الأوامر|التعليقات|التوثيق|علامات الاختبار|علامات المهمة|علامات الأوامر|العلامات", // ar
  "Настройки|Променливи|Тестови случаи|Задачи|Ключови думи|Коментари|Документация|Етикети за тестове|Етикети за задачи|Етикети за ключови думи|Етикети", // bg
  "Postavke|Varijable|Test Cases|Taskovi|Keywords|Komentari|Dokumentacija|Test Tagovi|Task Tagovi|Keyword Tagovi|Tagovi", // bs
  "Nastavení|Proměnné|Testovací případy|Úlohy|Klíčová slova|Komentáře|Dokumentace|Štítky testů|Štítky úloh|Štítky klíčových slov|Štítky", // cs
  "Einstellungen|Variablen|Testfälle|Aufgaben|Schlüsselwörter|Kommentare|Dokumentation|Testmarker|Aufgabenmarker|Schlüsselwortmarker|Marker", // de
  "Configuraciones|Variables|Casos de prueba|Tareas|Palabras clave|Comentarios|Documentación|Etiquetas de la prueba|Etiquetas de las tareas|Etiquetas de palabras clave|Etiquetas", // es
  "Asetukset|Muuttujat|Testit|Tehtävät|Avainsanat|Kommentit|Dokumentaatio|Testin Tunnisteet|Tehtävän Tunnisteet|Avainsanan Tunnisteet|Tunnisteet", // fi
  "Paramètres|Variables|Cas de test|Tâches|Mots-clés|Commentaires|Documentation|Étiquette de test|Étiquette de tâche|Etiquette de mot-clé|Étiquette", // fr
  "स्थापना|चर|नियत कार्य प्रवेशिका|कार्य प्रवेशिका|कुंजीशब्द|टिप्पणी|प्रलेखन|जाँचका उपनाम|कार्यका उपनाम|कुंजीशब्द का उपनाम|निशान", // hi
  "Impostazioni|Variabili|Casi Di Test|Attività|Parole Chiave|Commenti|Documentazione|Tag Del Test|Tag Attività|Tag Parola Chiave|Tag", // it
  "設定|変数|テスト ケース|タスク|キーワード|コメント|ドキュメント|テスト タグ|タスク タグ|キーワード タグ|タグ", // ja
  "설정|변수|테스트 사례|작업|키워드|의견|문서|테스트 태그|작업 태그|키워드 태그|태그", // ko
  "Instellingen|Variabelen|Testgevallen|Taken|Actiewoorden|Opmerkingen|Documentatie|Testlabels|Taaklabels|Actiewoordlabels|Labels", // nl
  "Ustawienia|Zmienne|Przypadki Testowe|Zadania|Słowa Kluczowe|Komentarze|Dokumentacja|Znaczniki Testu|Znaczniki Zadania|Znaczniki Słowa Kluczowego|Znaczniki", // pl
  "Definições|Variáveis|Casos de Teste|Tarefas|Palavras-Chave|Comentários|Documentação|Etiquetas de Testes|Etiquetas de Tarefas|Etiquetas de Palavras-Chave|Etiquetas", // pt
  "Configurações|Variáveis|Casos de Teste|Tarefas|Palavras-Chave|Comentários|Documentação|Test Tags|Task Tags|Keyword Tags|Etiquetas", // pt-BR
  "Setari|Variabile|Cazuri De Test|Sarcini|Cuvinte Cheie|Comentarii|Documentatie|Taguri De Test|Etichete activitate|Etichete metode|Etichete", // ro
  "Настройки|Переменные|Заголовки тестов|Задача|Ключевые слова|Комментарии|Документация|Теги тестов|Метки заданий|Метки ключевых слов|Метки", // ru
  "Inställningar|Variabler|Testfall|Taskar|Nyckelord|Kommentarer|Dokumentation|Test taggar|Arbetsuppgift taggar|Nyckelord taggar|Taggar", // sv
  "การตั้งค่า|กำหนดตัวแปร|การทดสอบ|งาน|คำสั่งเพิ่มเติม|คำอธิบาย|เอกสาร|กลุ่มของการทดสอบ|กลุ่มของงาน|กลุ่มของคำสั่งเพิ่มเติม|กลุ่ม", // th
  "Ayarlar|Değişkenler|Test Durumları|Görevler|Anahtar Kelimeler|Yorumlar|Dokümantasyon|Test Etiketleri|Görev Etiketleri|Anahtar Kelime Etiketleri|Etiketler", // tr
  "Налаштування|Змінні|Тест-кейси|Завдань|Ключових слова|Коментарів|Документація|Тестові теги|Теги завдань|Теги ключових слів|Теги", // uk
  "Cài Đặt|Các biến số|Các kịch bản kiểm thử|Các nghiệm vụ|Các từ khóa|Các chú thích|Tài liệu hướng dẫn|Các nhãn kịch bản kiểm thử|Các nhãn nhiệm vụ|Các từ khóa nhãn|Các thẻ", // vi
  "设置|变量|用例|任务|关键字|备注|说明|用例标签|任务标签|关键字标签|标签", // zh-CN
  "設置|變量|案例|任務|關鍵字|備註|說明|測試標籤|任務標籤|關鍵字標籤|標籤", // zh-TW
];

/** No word means two things in two languages: which one a file is in need not be known. */
export function spokenSections(): ReadonlyMap<string, string> {
  return englishOf(0, SECTIONS);
}

export function spokenSettings(): ReadonlyMap<string, string> {
  return englishOf(SECTIONS, ENGLISH.length);
}

function englishOf(from: number, to: number): ReadonlyMap<string, string> {
  return new Map(
    SPOKEN.flatMap((words) =>
      words
        .toLowerCase()
        .split("|")
        .slice(from, to)
        .map((word, at) => [word, ENGLISH[from + at] as string] as const),
    ),
  );
}
