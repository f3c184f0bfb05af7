import "../styles/models.css";
